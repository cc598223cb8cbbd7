import { Fault } from './kit/faults/fault.ts';

type Cause = { what: (port: string, host: string) => string; todo: string };

/** Causes by their code, with the setting that changes them. */
const causes: Record<string, Cause> = {
  EADDRINUSE: {
    what: (port, host) => `${port} is in use by another program (HOST ${host})`,
    todo: 'end that program, or set another port',
  },
  EACCES: {
    what: (port) => `${port} may not be used by this user`,
    todo: 'set a port above 1023, or give the program the right (CAP_NET_BIND_SERVICE)',
  },
  EADDRNOTAVAIL: {
    what: (_, host) => `HOST ${host} is not an address of this machine`,
    todo: 'set HOST to one of its addresses, or to 0.0.0.0 for all of them',
  },
  ENOTFOUND: {
    what: (_, host) => `HOST ${host} is not known`,
    todo: 'set HOST to an address of this machine, or to 0.0.0.0 for all of them',
  },
};
causes.EAI_AGAIN = causes.ENOTFOUND as Cause;

/** Builds the error of a port that cannot be listened on, in one line that names the setting (`name`, else PORT). */
export function cannotListen(
  error: unknown,
  { port, host, name = 'PORT' }: { port: number; host: string; name?: string },
): Fault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const written = `${name} ${port}`;
  const cause = causes[code];
  const what = cause?.what(written, host) ?? `${written} cannot be used: ${message}`;
  return new Fault(what, cause?.todo ?? '', { cause: error });
}
