import { Kbd, Switch } from '@mantine/core';
import { isApple } from '../lib/browser/platform.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useLetterKeysSetting } from '../ui/letter-keys.ts';
import classes from './keys-dialog.module.css';

const mod = isApple() ? '⌘' : 'Ctrl';

/** Each action with its keys; the keys of an inner array are pressed together. */
const groups: readonly { title: string; keys: readonly [action: string, ...keys: string[][]][] }[] =
  [
    {
      title: 'Everywhere',
      keys: [
        ['Find an application, an owner, a page or an action', [mod, 'K']],
        ['Go to the button of a message, such as Undo', ['u']],
        ['Show these keys', ['?']],
        ['Close what is open', ['Esc']],
      ],
    },
    {
      title: 'Lists',
      keys: [
        ['Search', ['/']],
        ['Next row', ['j'], ['↓']],
        ['Previous row', ['k'], ['↑']],
        ['Open the row', ['Enter']],
        ['Edit the row of an application', ['e']],
        ['Select the row', ['x']],
        ['Select the rows since the last one', ['Shift', 'x']],
        ['Go to the actions for the selected rows', ['a']],
      ],
    },
    {
      title: 'The page of an application',
      keys: [
        ['Edit', ['e']],
        ['Previous application', ['Alt', 'Page Up']],
        ['Next application', ['Alt', 'Page Down']],
      ],
    },
    {
      title: 'Forms',
      keys: [
        ['Save', [mod, 'Enter']],
        ['Save and go to the next application', [mod, 'Shift', 'Enter']],
        ['Next section of an application', [mod, 'Alt', 'Page Down']],
        ['Buttons of a field, such as Sample or Why?', ['Alt', 'Enter']],
        ['Previous section of an application', [mod, 'Alt', 'Page Up']],
        ['Previous application', ['Alt', 'Page Up']],
        ['Next application', ['Alt', 'Page Down']],
      ],
    },
  ];

/** Lists the keyboard shortcuts, with a switch for those without Ctrl. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [isOn, setOn] = useLetterKeysSetting();
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size={480}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={classes.group}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.list}>
            {keys.map(([action, ...ways]) => (
              <div key={action} className={classes.line}>
                <dt>{action}</dt>
                <dd className={classes.ways}>
                  {ways.map((way, index) => (
                    <span key={way.join()}>
                      {index > 0 && <span className={classes.or}>or</span>}
                      {way.map((key) => (
                        <Kbd key={key} className={classes.key}>
                          {key}
                        </Kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label={`Keys without ${mod}`}
        description={
          <>
            <Kbd>/</Kbd> <Kbd>?</Kbd> <Kbd>a</Kbd> <Kbd>e</Kbd> <Kbd>j</Kbd> <Kbd>k</Kbd>{' '}
            <Kbd>u</Kbd> <Kbd>x</Kbd>. Turn them off if you control your computer by voice.
          </>
        }
      />
    </Dialog>
  );
}
