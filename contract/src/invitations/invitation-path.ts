/**
 * The page that the link of an invitation opens. The token stands after the hash, so no server and no log gets it with the address.
 * In a file of its own: the sign-in pages load it, and no schema.
 */
export const invitationPath = '/invitation';
