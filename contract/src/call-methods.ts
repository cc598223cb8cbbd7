/** The methods of all calls. The front passes requests with other methods to nobody. */
export const callMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
