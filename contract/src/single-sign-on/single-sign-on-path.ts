/**
 * The page to which the provider of single sign-on sends people back. In a file of its own: the sign-in pages load it, and no
 * schema.
 */
export const singleSignOnPath = '/sessions/oidc/callback';
