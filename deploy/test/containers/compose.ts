import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { podman } from './podman.ts';

/*
 * Runs a compose file with `podman run`, one service after the other, because Debian's podman-compose does not
 * support fixed addresses. A key that is not listed here is an error, so that no part of the file is ignored.
 */

type Health = { test: string[] } & Record<
  'interval' | 'timeout' | 'retries' | 'start_period',
  string
>;
type Service = Record<string, unknown> & {
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: Health;
};
type File = {
  name: string;
  services: Record<string, Service>;
  networks: Record<string, { ipam: { config: { subnet: string; ip_range: string }[] } }>;
};

const many = (option: string) => (value: unknown) =>
  (value as string[]).map((each) => `--${option}=${each}`);
const one = (option: string) => (value: unknown) => [`--${option}=${value}`];
const nothing = () => [];

const arguments_: Record<string, (value: unknown) => string[]> = {
  image: nothing, // goes last
  build: nothing, // `npm run test-slow` has done it
  depends_on: nothing, // the order below
  environment: (value) =>
    Object.entries(value as object).map(([name, each]) => `--env=${name}=${each}`),
  restart: one('restart'),
  stop_grace_period: (value) => [`--stop-timeout=${Number.parseInt(String(value), 10)}`],
  init: one('init'),
  read_only: one('read-only'),
  tmpfs: many('tmpfs'),
  cap_drop: many('cap-drop'),
  security_opt: many('security-opt'),
  ports: many('publish'),
  pids_limit: one('pids-limit'),
  mem_limit: one('memory'),
  logging: (value) => {
    const { driver, options } = value as { driver: string; options: Record<string, string> };
    const given = Object.entries(options).map(([name, each]) => `--log-opt=${name}=${each}`);
    return [`--log-driver=${driver}`, ...given];
  },
  healthcheck: (value) => {
    const { test, ...times } = value as Health;
    const [, ...command] = test;
    return [
      `--health-cmd=${JSON.stringify(command)}`,
      ...Object.entries(times).map(([name, each]) => `--health-${name.replace('_', '-')}=${each}`),
    ];
  },
};

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}` by the values of `.env`. */
function filled(text: string, env: string): string {
  const values = new Map(
    [...env.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  return text.replace(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = values.get(name);
    if (value) return value;
    if (kind === '-') return rest;
    throw new Error(`${name}: ${rest}`);
  });
}

/** Builds the services of the compose file in `folder`; each container has its service's name. */
export function compose(folder: string, read: (name: string) => string) {
  const env = read('.env');
  const fill = (_: unknown, value: unknown) =>
    typeof value === 'string' ? filled(value, env) : value;
  const file: File = parse(read('compose.yaml'), fill, { merge: true });
  // This is what `docker compose up` without a profile does.
  for (const [name, { profiles }] of Object.entries(file.services)) {
    if (profiles) delete file.services[name];
  }

  function run(name: string, service: Service): void {
    const {
      volumes = [],
      networks,
      image,
      ...rest
    } = service as Service & {
      volumes?: string[];
      networks: string[] | Record<string, { ipv4_address: string }>;
      image: string;
    };
    const places = volumes.map((each) => (each.startsWith('.') ? `${folder}/${each}` : each));
    const joined = Array.isArray(networks)
      ? networks.map((network) => `--network=${network}:alias=${name}`)
      : Object.entries(networks).map(
          ([network, { ipv4_address: address }]) =>
            `--network=${network}:alias=${name},ip=${address}`,
        );
    const given = Object.entries(rest).flatMap(([key, value]) => {
      const make = arguments_[key];
      if (!make) throw new Error(`compose.ts does not know the key ${key} of ${name}`);
      return make(value);
    });
    podman(
      'run',
      '--detach',
      `--name=${name}`,
      ...joined,
      ...many('volume')(places),
      ...given,
      image,
    );
  }

  return {
    services: Object.keys(file.services),

    /** Starts each service after those that it depends on are started, or healthy. */
    async up(): Promise<void> {
      for (const [name, { ipam }] of Object.entries(file.networks)) {
        const [config] = ipam.config;
        const addresses = [`--subnet=${config?.subnet}`, `--ip-range=${config?.ip_range}`];
        if (!podman('network', 'ls', '--quiet').split('\n').includes(name)) {
          podman('network', 'create', ...addresses, name);
        }
      }
      for (const [name, service] of Object.entries(file.services)) {
        const waits = Array.isArray(service.depends_on) ? {} : (service.depends_on ?? {});
        for (const [other, { condition }] of Object.entries(waits)) {
          if (condition === 'service_healthy') await healthy(other);
        }
        run(name, service);
      }
    },

    /** Stops and removes the containers, but not the volumes. */
    down(): void {
      for (const name of Object.keys(file.services).reverse()) podman('stop', name);
      podman('rm', '--all');
    },
  };
}

/** podman needs systemd to run health checks; without it, this runs them. */
async function healthy(container: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      podman('healthcheck', 'run', container);
      return;
    } catch (error) {
      if (tries > 120) throw error;
      await pause(1_000);
    }
  }
}
