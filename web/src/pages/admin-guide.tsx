import { GuidePage } from './guide.tsx';

/** How to work with the product. */
export const AdminGuide = () => <GuidePage of="admin" />;
