import { CodeArea } from './code-area.tsx';
import { CopyButton } from './copy-button.tsx';
import classes from './text.module.css';

/** Code with a button that copies it. `label` is what it is: 'Kotlin code'. */
export function CodeBox({ label, code }: { label: string; code: string }) {
  return (
    <div className={classes.codeBox}>
      <CodeArea label={label} bare>
        {code}
      </CodeArea>
      <CopyButton value={code} label={`Copy the ${label}`} className={classes.copyCode} />
    </div>
  );
}
