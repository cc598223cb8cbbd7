import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import type { AdsIndex } from '../answers/ads.index.ts';
import type { LogPosition } from '../following/ads.stream.ts';
import type { KeptDifference } from '../following/ads.time.ts';
import type { ActivePause } from '../pauses/ads.pauses.ts';

/*
 * The last good ads: an SQLite file with a row per app (ADR 51). SQLite keeps it readable through kills and power cuts. It does
 * not notice bytes that the disk has changed, so each row has a checksum, and the head counts the rows.
 */

/** The name of the file in the data folder. It appears when it is whole. */
export const lastGoodName = 'ads.last-good.db';
/** The names of the files of earlier releases. They contain tokens, too. */
const formerNames = /^ads\.last-good(\.new|\.journal-.*)?$/;

/**
 * The version of the file. Increase it when the form of blocks, pieces or answers changes. A file with another version is not
 * used.
 */
const version = 4;
const ownerOnly = 0o600;
/** The milliseconds that a write waits: another process that starts locks the file while it reads. */
const lockTimeoutMs = 2_000;

export type LastGoodHead = {
  /** The position at which the rows were exactly like this; null if some may be newer, so that all ads must be loaded again. */
  position: LogPosition | null;
  pauses: ActivePause[];
  /** The office's time, for this boot of the machine. */
  time?: KeptDifference | null;
};

/** A record of the index, with its old tokens as JSON. */
export type LastGoodRow = { appID: string; block: Uint8Array; oldTokens: string | null };

const schema = `
  pragma user_version = ${version};
  create table head (content text not null, checksum integer not null) strict;
  create table app (
    appID text not null unique, block blob not null, oldTokens text, checksum integer not null
  ) strict;
`;

/** The error for a file that must be rewritten. The message says why. */
class UselessFile extends Error {}

const damaged = () => new UselessFile('is damaged');
/** SQLite's codes for a damaged file, and for a file that is not a database. */
const codesOfDamage = [11, 26];

/** Returns why the file must be rewritten; null for other errors, such as a full disk. */
function whyUseless(error: unknown): string | null {
  if (error instanceof UselessFile) return error.message;
  const { errcode = 0 } = error as { errcode?: number };
  return codesOfDamage.includes(errcode & 0xff) ? damaged().message : null;
}

function checksumOf({ appID, block, oldTokens }: LastGoodRow): number {
  return crc32(oldTokens ?? '', crc32(block, crc32(appID)));
}

/** Opens an existing file. The first statement rolls back what a killed process has left half-written. */
function openFile(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  const db = new DatabaseSync(url, { timeout: lockTimeoutMs, returnArrays: true });
  db.exec('pragma synchronous = full');
  return db;
}

function readHead(db: DatabaseSync): LastGoodHead & { apps: number } {
  const [found] = db.prepare('pragma user_version').get() as unknown as [number];
  if (found !== version) throw new UselessFile('is of another version');
  const row = db.prepare('select content, checksum from head').get();
  const [content, checksum] = (row ?? ['', -1]) as unknown as [string, number];
  if (crc32(content) !== checksum) throw damaged();
  return JSON.parse(content);
}

/**
 * Reads all rows into `index`; null when there is no file. Throws a one-line Error when anything is damaged: then nothing of it
 * may be used. It blocks the process, so it is for starts only.
 */
export function readLastGood(
  file: string,
  index: Pick<AdsIndex, 'setRecord' | 'size'>,
): LastGoodHead | null {
  if (!existsSync(file)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = openFile(file);
    db.exec('begin');
    const { apps, ...head } = readHead(db);
    const rows = db.prepare('select appID, block, oldTokens, checksum from app').iterate();
    for (const row of rows as Iterable<unknown>) {
      const [appID, block, oldTokens, checksum] = row as [
        string,
        Uint8Array,
        string | null,
        number,
      ];
      if (checksumOf({ appID, block, oldTokens }) !== checksum) throw damaged();
      index.setRecord({
        block: Buffer.from(block.buffer, block.byteOffset, block.byteLength),
        oldTokens: oldTokens ? JSON.parse(oldTokens) : null,
      });
    }
    if (index.size !== apps) throw damaged();
    return head;
  } catch (cause) {
    const why = whyUseless(cause) ?? `cannot be read: ${(cause as Error).message}`;
    throw new Error(`${file} ${why}`, { cause });
  } finally {
    db?.close();
  }
}

/** Builds the functions that write one app, or the head, into an open file. */
function writesOf(db: DatabaseSync, apps = 0) {
  const update = db.prepare(
    'update app set block = ?, oldTokens = ?, checksum = ? where appID = ?',
  );
  const insert = db.prepare(
    'insert into app (block, oldTokens, checksum, appID) values (?, ?, ?, ?)',
  );
  const remove = db.prepare('delete from app where appID = ?');
  const setHead = db.prepare(
    'insert or replace into head (rowid, content, checksum) values (1, ?, ?)',
  );
  return {
    db,
    put(row: LastGoodRow) {
      const values = [row.block, row.oldTokens, checksumOf(row), row.appID];
      if (update.run(...values).changes !== 0) return;
      insert.run(...values);
      apps += 1;
    },
    remove(appID: string) {
      apps -= Number(remove.run(appID).changes);
    },
    setHead(head: LastGoodHead) {
      const content = JSON.stringify({ ...head, apps });
      setHead.run(content, crc32(content));
    },
  };
}

/** Builds the writer of the file: the methods of a thread. */
export function createLastGoodWriter(file: string) {
  const folder = dirname(file);
  const unfinished = `${file}.new`;
  let current: ReturnType<typeof writesOf> | null = null;
  let next: ReturnType<typeof writesOf> | null = null;

  /**
   * Opens the file for writing. Throws when anything is damaged. A start reads the rows only, so their index may be damaged, too.
   */
  function openToWrite(): ReturnType<typeof writesOf> {
    const db = openFile(file);
    try {
      const [found] = db.prepare('pragma integrity_check(1)').get() as unknown as [string];
      if (found !== 'ok') throw damaged();
      return writesOf(db, readHead(db).apps);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  function close(): void {
    // Closing rolls back what is not committed.
    current?.db.close();
    current = null;
  }

  function abandon(): void {
    if (next?.db.isOpen) next.db.close();
    next = null;
    rmSync(unfinished, { force: true });
  }

  /** Runs `work` on the new file. After an error the file is removed, because the disk may be full. */
  function build(work: (writes: ReturnType<typeof writesOf>) => void): void {
    if (!next) throw new Error('no new file has been begun');
    try {
      work(next);
    } catch (error) {
      abandon();
      throw error;
    }
  }

  return {
    /** Begins a new file beside the old one. A missing folder is not made: it may come back. */
    begin() {
      abandon();
      closeSync(openSync(unfinished, 'wx', ownerOnly));
      const db = openFile(unfinished);
      // An unfinished file is never read, so it needs no journal for a rollback.
      db.exec(`pragma journal_mode = off; begin; ${schema}`);
      next = writesOf(db);
    },

    /** Adds rows to the new file. */
    add(rows: LastGoodRow[]) {
      build(({ put }) => {
        for (const row of rows) put(row);
      });
    },

    /** Replaces the old file by the new one, once that is on the disk. */
    finish(head: LastGoodHead) {
      build(({ db, setHead }) => {
        setHead(head);
        db.exec('commit');
        db.close();
      });
      next = null;
      close();
      // SQLite would apply the journal of a damaged old file to the new one.
      rmSync(`${file}-journal`, { force: true });
      // The next transaction makes the new name durable, too: SQLite syncs the folder with its journal.
      renameSync(unfinished, file);
      for (const name of readdirSync(folder)) {
        if (formerNames.test(name)) rmSync(join(folder, name), { force: true });
      }
    },

    /** Writes changed and deleted apps and the head, all or nothing. Returns false when a new file must be written. */
    put(rows: LastGoodRow[], gone: string[], head: LastGoodHead): boolean {
      try {
        // SQLite would keep writing into a removed file.
        if (!existsSync(file)) throw new UselessFile('is away');
        current ??= openToWrite();
        current.db.exec('begin immediate');
        for (const appID of gone) current.remove(appID);
        for (const row of rows) current.put(row);
        current.setHead(head);
        current.db.exec('commit');
        return true;
      } catch (error) {
        close();
        if (whyUseless(error)) return false;
        throw error;
      }
    },
  };
}

export type LastGoodWriter = ReturnType<typeof createLastGoodWriter>;
