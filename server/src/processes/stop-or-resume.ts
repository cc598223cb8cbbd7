import { hostname, userInfo } from 'node:os';
import { counted } from '@adwarden/contract/counted';
import {
  afterStep,
  emergencyStopFile,
  readEmergencyStop,
  writeEmergencyStop,
} from '../emergency-stop.ts';
import { askToStop } from './ask-supervisor.ts';

/** The message about other machines, which the stop does not reach. */
const others =
  'Other machines and edges are not reached: run it there, too. Phones and caches in front use an answer that they have, for up to twice ADS_MAX_AGE.';
const pausesStay = 'Pauses that people have made in the back office are not ended by it.';

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}

/** Returns who has typed the command: behind sudo, a person as another user (`anna as root`). */
function user(): string {
  const own = accountName();
  const { SUDO_USER: person } = process.env;
  return person && person !== own ? `${person} as ${own}` : own;
}

/**
 * Stops or resumes the ads of all apps on this machine, with or without a database. Returns the text to print. Throws when
 * neither the running server nor a later start can learn it.
 */
export async function stopOrResume(dataDir: string, isStopped: boolean): Promise<string> {
  const by = `${user()}@${hostname()}`;
  const word = isStopped ? 'stopped' : 'resumed';
  const after = isStopped ? others : `${pausesStay} ${others}`;
  const answer = await askToStop(dataDir, { isStopped, by });
  if (!answer) {
    const before = await readEmergencyStop(dataDir).catch(() => null);
    const stop = afterStep(before, { isStopped, by, at: Date.now() });
    try {
      await writeEmergencyStop(dataDir, stop);
    } catch (error) {
      const why = (error as Error).message;
      throw new Error(
        `No running server of this user uses ${dataDir}, and ${emergencyStopFile(dataDir)} cannot be written: ${why}. Run the command as the user of the server.`,
        { cause: error },
      );
    }
    return `No running server of this user was found for ${dataDir}. ${emergencyStopFile(dataDir)} says that all ads are ${word}: a running server takes it within a second, and the next start too. ${after}`;
  }
  const { processes, taken, isKept, why } = answer;
  const late =
    taken === processes
      ? ''
      : ` ${counted(processes - taken, 'process', 'processes')} did not answer, and will hear of it when it turns again.`;
  const until = isKept
    ? ''
    : ` It could not be kept (${why}), so it holds until the next start of this machine's server.`;
  return `All ads of this machine are ${word}: ${taken} of ${counted(processes, 'process', 'processes')} ${taken === 1 ? 'answers' : 'answer'} so.${late}${until} ${after}`;
}
