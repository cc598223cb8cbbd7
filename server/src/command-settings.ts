import { refuseOtherUser } from './foreign-files.ts';
import { type Settings, settingsHere } from './settings.ts';

/** Reads the settings of a command of the shell. Throws when the user who has typed it may not use the data folder. */
export function settingsOfCommand(): Settings {
  const settings = settingsHere();
  refuseOtherUser(settings.dataDir);
  return settings;
}
