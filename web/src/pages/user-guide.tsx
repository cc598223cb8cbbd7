import { GuidePage } from './guide.tsx';

/** The guide to the product. */
export const UserGuide = () => <GuidePage of="user" />;
