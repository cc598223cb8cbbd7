import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { counted } from '@adwarden/contract/counted';
import { nearestSetting, type Settings } from '../settings.ts';
import { type Check, fine } from './check.ts';

/** Checks whether the settings make sense together; each was checked by itself when it was read. */
export function checkSettings(
  settings: Settings,
  environment: Record<string, string | undefined>,
  cores = availableParallelism(),
): Check[] {
  const { role, workers, publicUrl, basePath, trustProxy, mail, officeAddress } = settings;
  const checks: Check[] = [];
  for (const name of Object.keys(environment)) {
    const known = nearestSetting(name);
    if (!known) continue;
    checks.push({
      name: 'settings',
      state: 'warning',
      what: `${name} is no setting; is ${known} meant?`,
      // Other programs have names of their own in the environment.
      why: 'A name with a spelling mistake has no effect.',
      todo: 'Correct the name, unless it belongs to another program.',
    });
  }
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0) {
    checks.push({
      name: 'proxy',
      state: 'warning',
      what: 'PUBLIC_URL is https, so there is a proxy in front, but TRUST_PROXY is empty',
      why: 'All callers behind the proxy count as the proxy: for IP Address, in the limits of wrong passwords and in the audit log.',
      todo: 'Set TRUST_PROXY to the address of the proxy.',
    });
  }
  if (publicUrl && !publicUrl.endsWith(basePath)) {
    checks.push({
      name: 'settings',
      state: 'warning',
      what: `PUBLIC_URL does not end with BASE_PATH, ${basePath}`,
      why: 'Copied ads URLs and the links in mails and webhooks lead past it, unless phones have a host name of their own.',
      todo: `Set PUBLIC_URL to ${publicUrl}${basePath} if that is the address of the back office.`,
    });
  }
  if (mail && officeAddress === undefined) {
    checks.push({
      name: 'links',
      state: 'warning',
      what: 'SMTP_URL is set, but neither OFFICE_ADDRESS nor PUBLIC_URL is',
      why: 'The server does not know where people open the back office: invitations are not mailed, and other mails have no links.',
      todo: 'Set OFFICE_ADDRESS to the address at which people open the back office.',
    });
  }
  const { NODE_EXTRA_CA_CERTS: authorities } = environment;
  if (authorities && !existsSync(authorities)) {
    checks.push({
      name: 'settings',
      state: 'warning',
      what: `NODE_EXTRA_CA_CERTS names ${authorities}, which is not there`,
      why: 'Node goes on without it, and servers whose certificates it stands for (PostgreSQL, an office, mails) are not trusted.',
      todo: 'Put the file there, or correct its name.',
    });
  }
  if (workers > cores) {
    checks.push({
      name: 'workers',
      state: 'warning',
      what: `WORKERS is ${workers}, and this machine has ${counted(cores, 'core')}`,
      why: 'More processes than cores answer no more ads, and each holds all of them in memory.',
      todo: `Set WORKERS to ${Math.max(1, cores - 1)}, and leave a core for the office.`,
    });
  }
  return checks.length > 0
    ? checks
    : [fine('settings', `The settings fit together (ROLE=${role})`)];
}
