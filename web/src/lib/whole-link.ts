/** The link to copy, of an invitation or for a second factor: a path gets the address at which this page is open. */
export const wholeLink = (link: string, origin = window.location.origin): string =>
  link.startsWith('/') ? origin + link : link;
