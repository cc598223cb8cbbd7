/** Characters of a pasted text. Reading a longer one takes a large part of a frame, so nothing else is done in its task. */
const longest = 50_000;

/** Whether a pasted text is read in a task of its own, so that no task takes longer than 100 ms. */
export const isLongText = (text: string): boolean => text.length > longest;
