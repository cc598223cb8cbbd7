import { Button, Group } from '@mantine/core';
import { IconMail, IconSend } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { CodeBox } from '../../../ui/text/code-box.tsx';
import classes from './connect.module.css';
import { mailTo } from './developer-text.ts';

type Props = { text: string; appName: string };

/** Everything that a developer needs, to copy or to mail; closed until somebody asks. */
export function ForDeveloper({ text, appName }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const mail = mailTo(`Ads of ${appName}`, text);
  return (
    <div className={classes.language}>
      <Group gap="sm">
        <Button
          variant="default"
          size="sm"
          leftSection={<IconSend size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Send to a developer
        </Button>
        {isOpen && mail !== null && (
          <Button
            component="a"
            href={mail}
            variant="default"
            size="sm"
            leftSection={<IconMail size={16} />}
          >
            Write a mail
          </Button>
        )}
      </Group>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CodeBox label="text for a developer" code={text} />}
      </div>
    </div>
  );
}
