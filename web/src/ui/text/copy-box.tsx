import { CopyButton } from './copy-button.tsx';
import classes from './text.module.css';

type Props = {
  value: string;
  /** The name of the button: 'Copy the secret'. */
  label: string;
};

/** A text to copy, such as a new secret, in a frame with its button. */
export function CopyBox({ value, label }: Props) {
  return (
    <div className={classes.copyBox}>
      <code>{value}</code>
      <CopyButton value={value} label={label} />
    </div>
  );
}
