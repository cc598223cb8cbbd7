/** One host of DATABASE_URL; `name` contains no secret, so it may be logged. */
export type DatabaseHost = {
  name: string;
  /** DATABASE_URL with this host alone. */
  url: string;
  /** Whether a server that refuses writes must be skipped. */
  mustWrite: boolean;
};

const anyUrl = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/;
const attribute = /([?&])target_session_attrs=([^&]*)&?/;

/**
 * Returns the hosts of a URL, in their order. With several hosts, only one that accepts writes is used, unless
 * `target_session_attrs=any`. A single host need not accept writes, unless that setting is `read-write` or `primary`.
 */
export function hostsOf(url: string): DatabaseHost[] {
  const [, before = '', hosts = '', after = ''] = anyUrl.exec(url) ?? [];
  const names = hosts.split(',').filter(Boolean);
  const wanted = attribute.exec(after)?.[2] ?? (names.length > 1 ? 'read-write' : 'any');
  const mustWrite = ['read-write', 'primary'].includes(wanted);
  const rest = after.replace(attribute, '$1').replace(/[?&]$/, '');
  // Without a host, postgres.js uses a Unix socket or the PG… variables of the environment.
  if (names.length === 0) return [{ name: 'the host', url: `${before}${hosts}${rest}`, mustWrite }];
  return names.map((name) => ({ name, url: `${before}${name}${rest}`, mustWrite }));
}
