import { Dialog } from '../../ui/dialog/dialog.tsx';
import classes from './guide.module.css';
import { guide, type HelpRole } from './guide-words.ts';

type Props = { of: HelpRole; opened: boolean; onClose: () => void };

/** A short guide, in the order of a new user's tasks. */
export function Guide({ of, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Guide" size={640}>
      {guide[of].map(({ title, text }) => (
        <section key={title} className={classes.part}>
          <h3 className={classes.title}>{title}</h3>
          <p className={classes.text}>{text}</p>
        </section>
      ))}
    </Dialog>
  );
}
