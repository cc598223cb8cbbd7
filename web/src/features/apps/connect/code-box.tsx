import { CopyButton } from '../../../ui/text/copy-button.tsx';
import classes from './connect.module.css';

/** Code with a button that copies it. `label` is what it is: 'Kotlin code'. */
export function CodeBox({ label, code }: { label: string; code: string }) {
  return (
    <div className={classes.box}>
      {/* It scrolls, so that it must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls */}
      <section tabIndex={0} aria-label={label} className={classes.code}>
        <pre>{code}</pre>
      </section>
      <CopyButton value={code} label={`Copy the ${label}`} className={classes.copy} />
    </div>
  );
}
