/** Milliseconds after which the browser has begun to save the file. */
const begunMs = 60_000;

/** Saves a file as the browser saves downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), begunMs);
}
