import { GuidePage } from './guide.tsx';

/** The guide to the product. */
export const AdminGuide = () => <GuidePage of="admin" />;
