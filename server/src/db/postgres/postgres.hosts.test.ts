import { expect, it } from 'vitest';
import { hostsOf } from './postgres.hosts.ts';

const brief = (url: string) => hostsOf(url).map((host) => `${host.url} ${host.mustWrite}`);

it.each([
  ['one host', 'postgres://a:b@db/x', ['postgres://a:b@db/x false']],
  [
    'one host that must write',
    'postgres://db/x?target_session_attrs=read-write&sslmode=require',
    ['postgres://db/x?sslmode=require true'],
  ],
  [
    'several',
    'postgresql://a:b%40c@db1,db2:5433,[::1]:6/x?sslmode=require',
    [
      'postgresql://a:b%40c@db1/x?sslmode=require true',
      'postgresql://a:b%40c@db2:5433/x?sslmode=require true',
      'postgresql://a:b%40c@[::1]:6/x?sslmode=require true',
    ],
  ],
  [
    'several, the attribute last',
    'postgres://db1,db2/x?sslmode=require&target_session_attrs=primary',
    ['postgres://db1/x?sslmode=require true', 'postgres://db2/x?sslmode=require true'],
  ],
  [
    'several, any of them',
    'postgres://db1,db2/x?target_session_attrs=any',
    ['postgres://db1/x false', 'postgres://db2/x false'],
  ],
  ['a password with an @ in it', 'postgres://a:b@c@db/x', ['postgres://a:b@c@db/x false']],
  ['a socket', 'postgres:///x?host=/run', ['postgres:///x?host=/run false']],
])('takes a URL with %s apart', (_, url, expected) => {
  expect(brief(url)).toEqual(expected);
});
