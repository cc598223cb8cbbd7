import { GuidePage } from './guide.tsx';

/** How to work with the product. */
export const UserGuide = () => <GuidePage of="user" />;
