/** The reason why something refuses, and the remedy for an operator. */
export type Cause = { what: string; todo: string };

const noRight = {
  what: 'this user has no permission',
  todo: 'give the user of the server the right to write there',
};
const noRoom = { what: 'the disk is full', todo: 'make room on this disk' };
const badDisk = {
  what: 'its disk does not work',
  todo: 'look at the disk (dmesg, smartctl), and copy what can still be read',
};
const badFile = {
  what: 'its file is damaged',
  todo: 'restore the newest good backup (docs/operate.md, "When the database is damaged")',
};
const badData = {
  ...badFile,
  what: 'its content is damaged',
};
const notTrusted = {
  what: 'its certificate is not trusted',
  todo: 'name the certificate of its authority in NODE_EXTRA_CA_CERTS',
};

/** The causes by the code of the system, of SQLite, of OpenSSL, and by SQLSTATE. */
const causes: Record<string, Cause> = {
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: { what: 'it is gone', todo: 'put it back where it was' },
  ENOTDIR: { what: 'a part of the path is a file', todo: 'name another folder' },
  EEXIST: { what: 'it is a file', todo: 'name another folder' },
  EROFS: {
    what: 'the file system is read-only',
    todo: 'look why (dmesg: a disk with errors becomes read-only), and mount it for writing',
  },
  ENOSPC: noRoom,
  EDQUOT: {
    what: 'the disk quota of this user is used up',
    todo: 'remove files of this user, or raise the quota',
  },
  EIO: badDisk,
  ESTALE: {
    what: 'the network disk has another folder there now',
    todo: 'mount it again, and restart the server',
  },
  EMFILE: { what: 'this process has too many open files', todo: 'raise the limit (ulimit -n)' },
  ENFILE: { what: 'this machine has too many open files', todo: 'raise the limit (fs.file-max)' },

  SQLITE_FULL: noRoom,
  SQLITE_READONLY: { ...noRight, what: 'its file cannot be written' },
  SQLITE_CANTOPEN: { ...noRight, what: 'its file cannot be opened' },
  SQLITE_IOERR: badDisk,
  SQLITE_CORRUPT: badFile,
  SQLITE_NOTADB: badFile,
  SQLITE_BUSY: {
    what: 'another program holds its lock',
    todo: 'end the program that has the file open',
  },

  '28P01': {
    what: 'it refuses the password',
    todo: 'correct the user and the password in DATABASE_URL',
  },
  '28000': {
    what: 'it does not let this user in from here',
    todo: 'correct DATABASE_URL, or pg_hba.conf',
  },
  '3D000': { what: 'it has no such database', todo: 'correct DATABASE_URL, or run createdb' },
  '3F000': {
    what: 'it has no schema that this user may use',
    todo: 'run create schema public, let this user use it, or correct search_path',
  },
  '42501': {
    what: 'its user lacks a right',
    todo: 'sign in as the owner of the database and of all its tables',
  },
  '42P07': {
    what: 'it has a table of this name already',
    todo: 'give Adwarden a database of its own, or repair the migration',
  },
  '25006': {
    what: 'it takes no writes: it is a standby',
    todo: 'promote it, or name the primary in DATABASE_URL',
  },
  XX001: badData,
  XX002: badData,
  '53100': { what: 'its disk is full', todo: 'make room on the disk of PostgreSQL' },
  '53300': {
    what: 'it has no connection left',
    todo: 'lower DATABASE_POOL, or raise max_connections',
  },

  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  CERT_HAS_EXPIRED: { what: 'its certificate has ended', todo: 'renew its certificate' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'its certificate is for another name',
    todo: 'use the name that the certificate has',
  },
};

/** The cause of TLS errors; their messages come from OpenSSL. */
const tls: Cause = {
  what: 'no TLS connection can be made',
  todo: 'look whether it speaks TLS at this port, and which versions it allows',
};

/** Returns the cause of an error, or of the error that caused it; null for one that has no words here. */
export function causeOf(error: unknown): Cause | null {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') {
    if (Object.hasOwn(causes, code)) return causes[code] ?? null;
    if (/^(ERR_SSL_|ERR_TLS_)/.test(code)) return tls;
  }
  return cause ? causeOf(cause) : null;
}
