import { CodeArea } from '../../../ui/text/code-area.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import classes from './connect.module.css';

/** Code with a button that copies it. `label` is what it is: 'Kotlin code'. */
export function CodeBox({ label, code }: { label: string; code: string }) {
  return (
    <div className={classes.box}>
      <CodeArea label={label} bare>
        {code}
      </CodeArea>
      <CopyButton value={code} label={`Copy the ${label}`} className={classes.copy} />
    </div>
  );
}
