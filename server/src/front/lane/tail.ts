/**
 * Builds the end of a head: the lines that do not belong to the answer, as `node:http` writes them. They are `Date`, and what
 * becomes of the connection. Both texts are made once a second.
 */
export function createTails(keepAliveMs: number): (isLast: boolean) => string {
  const seconds = Math.floor(keepAliveMs / 1000);
  let last = '';
  let kept = '';

  function renew(): void {
    const time = new Date();
    const date = `Date: ${time.toUTCString()}\r\nConnection: `;
    last = `${date}close\r\n\r\n`;
    kept = `${date}keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`;
    setTimeout(() => {
      kept = '';
    }, 1000 - time.getMilliseconds()).unref();
  }

  return (isLast) => {
    if (kept === '') renew();
    return isLast ? last : kept;
  };
}
