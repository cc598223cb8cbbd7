/** The link of an invitation to copy: a path gets the address at which this page is open. */
export const wholeLink = (link: string, origin = window.location.origin): string =>
  link.startsWith('/') ? origin + link : link;
