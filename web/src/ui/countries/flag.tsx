import { flagOf } from './country-entries.ts';
import classes from './country-field.module.css';

/** Whether the fonts of this machine have flags: where they do not, two letters are as wide as twice one, or two boxes. */
function hasFlags(): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return false;
  const flag = flagOf('DE');
  const [letter = ''] = flag;
  return context.measureText(flag).width < context.measureText(letter).width * 1.8;
}

let known: boolean | undefined;

/** The flag of a country, for the eye only; its code where there are no flags, as on Windows. */
export function Flag({ code }: { code: string }) {
  known ??= hasFlags();
  return (
    <span aria-hidden="true" className={classes.code}>
      {known ? flagOf(code) : code}
    </span>
  );
}
