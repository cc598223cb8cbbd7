/** Causes by their code, with the setting that changes them. */
const causes: Record<string, (port: string, host: string) => string> = {
  EADDRINUSE: (port, host) => `${port} is in use by another program (HOST ${host})`,
  EACCES: (port) => `${port} may not be used by this user`,
  EADDRNOTAVAIL: (_, host) => `HOST ${host} is not an address of this machine`,
  ENOTFOUND: (_, host) => `HOST ${host} is not known`,
};

/** The error of a port that cannot be listened on, in one line that names the setting (`name`, else PORT). */
export function cannotListen(
  error: unknown,
  { port, host, name = 'PORT' }: { port: number; host: string; name?: string },
): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const written = `${name} ${port}`;
  return new Error(causes[code]?.(written, host) ?? `${written} cannot be used: ${message}`, {
    cause: error,
  });
}
