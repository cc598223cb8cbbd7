/** Causes by their code, with the setting that changes them. */
const causes: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) => `PORT ${port} is in use by another program (HOST ${host})`,
  EACCES: (port) => `PORT ${port} may not be used by this user`,
  EADDRNOTAVAIL: (_, host) => `HOST ${host} is not an address of this machine`,
  ENOTFOUND: (_, host) => `HOST ${host} is not known`,
};

/** The error of a port that cannot be listened on, in one line that names the setting. */
export function cannotListen(
  error: unknown,
  { port, host }: { port: number; host: string },
): Error {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Error(causes[code]?.(port, host) ?? `PORT ${port} cannot be used: ${message}`, {
    cause: error,
  });
}
