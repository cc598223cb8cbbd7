import type { MouseEvent } from 'react';

/** Whether a click asks for nothing else, such as a new tab. Enter on a link is one, too. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
