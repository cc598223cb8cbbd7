import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SystemCheck } from '@adwarden/contract/doctor';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import postgres from 'postgres';
import { freePort } from '../../../deploy/programs/free-port.ts';
import { addKeptApp } from '../databases/kept-app.ts';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { mayMount } from '../faults/small-disk.ts';
import {
  killServers,
  type nobody,
  type ServerProcess,
  startServer,
} from '../servers/server-process.ts';

/* A way to break a check, and the tools that it has. The ways themselves are in ways.ts. */

export type Environment = Record<string, string>;

/** A machine must have this for a way. */
export const needs = {
  root: { of: 'root', isThere: () => process.getuid?.() === 0 },
  disk: { of: 'the right to mount a small disk', isThere: () => mayMount },
  postgres: { of: 'PostgreSQL', isThere: hasPostgres },
  clock: { of: 'libfaketime', isThere: () => existsSync(libfaketime) },
  openssl: { of: 'openssl', isThere: () => existsSync('/usr/bin/openssl') },
} as const;

export const libfaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** A server that has started, and whose check is broken now or will be by `damage`. */
type Running = {
  server: ServerProcess;
  /** Settings of the doctor beside it. */
  env: Environment;
  /** Breaks it while it runs. */
  damage?: () => Promise<unknown> | unknown;
  /** Where its embedded database is afterwards; undefined: in `env.DATA_DIR`. */
  folder?: string;
  /** Has the findings about what is outside judged now: by itself the server does it every five minutes. */
  judgesOutside?: boolean;
  /** The doctor and the folder of its program, of another build. */
  doctor?: string;
  undo?: () => Promise<unknown> | unknown;
};

/** Settings that a start refuses, and as whom it is tried. */
type Start = { env: Environment; user?: typeof nobody };

type Common = {
  /** How it is broken, in words. */
  how: string;
  needs?: readonly (keyof typeof needs)[];
  /** How bad the doctor or System Check says it is. */
  state: SystemCheck['state'];
};

/** `start`: the start is refused. `look`: only the doctor sees it. `run`: a server runs. */
export type Way =
  | (Common & { at: 'start'; break: (world: World) => Promise<Start> | Start })
  | (Common & { at: 'look'; break: (world: World) => Promise<Environment> | Environment })
  | (Common & {
      at: 'run';
      break: (world: World) => Promise<Running>;
      /** The answer of `/readyz` then, with its status. */
      readyz?: { status: 200 | 503; says: RegExp };
      findings?: readonly FindingRule[];
      alerts?: readonly string[];
      /** The places that cannot say it, and why. */
      notSaidBy?: { doctor?: string; systemCheck?: string };
    });

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A folder for all ways, the data folder of a server that has stopped, and who listens already. */
export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-checks-'));
  /** It has one app, and last good ads with it. */
  const used = join(folder, 'used');
  const first = await startServer({ DATA_DIR: used });
  const ads = await addKeptApp(first, used);
  await first.stop();
  const taken: Server = createServer().listen(0, '127.0.0.1');
  const site = createHttpServer((_, response) => response.end('Somebody else'));
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
  const portOf = (server: Server) => String((server.address() as { port: number }).port);
  const databases: PostgresDatabase[] = [];

  const newFolder = () => mkdtempSync(join(folder, 'data-'));
  return {
    folder,
    newFolder,
    /** The path of the ads of the app in copies of the folder. */
    ads,
    takenPort: portOf(taken),
    otherSite: `http://127.0.0.1:${portOf(site)}`,

    /** A copy of the data folder; without its last good ads, unless they are wanted. */
    copyOfUsed({ hasLastGood = false } = {}): string {
      const dataDir = newFolder();
      cpSync(used, dataDir, { recursive: true });
      if (!hasLastGood) rmSync(join(dataDir, 'ads.last-good.db'));
      return dataDir;
    },

    textFile(): string {
      const file = join(newFolder(), 'a-text');
      writeFileSync(file, 'no database '.repeat(1000));
      return file;
    },

    /** Changes the embedded database of a folder, also beside its server. */
    change(dataDir: string, sql: string): void {
      const db = new DatabaseSync(join(dataDir, 'adwarden.db'), { timeout: 10_000 });
      try {
        db.exec(sql);
      } finally {
        db.close();
      }
    },

    /** Does this in PostgreSQL, beside its server. */
    async changePostgres({ DATABASE_URL = '' }: Environment, statement: string): Promise<void> {
      const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
      await sql.unsafe(statement).finally(() => sql.end());
    },

    /** Starts a server in a new folder. */
    async start(env: Environment = {}, how: Parameters<typeof startServer>[2] = {}) {
      const dataDir = env.DATA_DIR ?? newFolder();
      const own = { DATA_DIR: dataDir, ...(env.PUBLIC_URL && { PORT: String(await freePort()) }) };
      const server = await startServer({ ...own, ...env }, undefined, how);
      return { server, env: { DATA_DIR: dataDir, ...env }, dataDir };
    },

    async newPostgres() {
      const database = await createPostgresDatabase();
      databases.push(database);
      return { DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    },

    async close(): Promise<void> {
      killServers();
      taken.close();
      site.close();
      await Promise.all(databases.map((one) => one.remove()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
