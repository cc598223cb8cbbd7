/** Returns a link that can be sent to somebody. If the server gave only a path, the address of the open page is put before it. */
export const wholeLink = (link: string, origin = window.location.origin): string =>
  link.startsWith('/') ? origin + link : link;
