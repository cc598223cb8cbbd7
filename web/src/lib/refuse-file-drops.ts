/** Keeps a file that is dropped beside a drop zone from being opened by the browser in place of the page. */
export function refuseFileDrops(page: Window): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}
