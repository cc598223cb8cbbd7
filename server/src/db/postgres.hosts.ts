/** One host of DATABASE_URL; `name` holds no secret. */
export type DatabaseHost = {
  name: string;
  /** DATABASE_URL with this host alone. */
  url: string;
  /** A server that only reads is not what is looked for. */
  mustWrite: boolean;
};

const anyUrl = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/;
const attribute = /([?&])target_session_attrs=([^&]*)&?/;

/**
 * The hosts of a URL in their order. One of several must take writes, unless `target_session_attrs=any` says
 * otherwise; a single one only when `read-write` or `primary` asks for it.
 */
export function hostsOf(url: string): DatabaseHost[] {
  const [, before = '', hosts = '', after = ''] = anyUrl.exec(url) ?? [];
  const names = hosts.split(',').filter(Boolean);
  const wanted = attribute.exec(after)?.[2] ?? (names.length > 1 ? 'read-write' : 'any');
  const mustWrite = ['read-write', 'primary'].includes(wanted);
  const rest = after.replace(attribute, '$1').replace(/[?&]$/, '');
  // Without a host it is a socket's folder, or whatever the environment says.
  if (names.length === 0) return [{ name: 'the host', url: `${before}${hosts}${rest}`, mustWrite }];
  return names.map((name) => ({ name, url: `${before}${name}${rest}`, mustWrite }));
}
