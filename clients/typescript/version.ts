/** Of the server that this client comes with. */
export const version = '0.4.0';
