import { IconBan } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './control.module.css';
import { ControlFrame, Tile } from './control.tsx';
import { layoutChoices } from './layout-settings.ts';

/** No image, or one of four drawings over the colour of the sidebar. */
export function SidebarImageControl() {
  const name = useId();
  return (
    <ControlFrame control="sidebarImage">
      {layoutChoices.sidebarImage.map((image) => (
        <Tile key={image} name={name} control="sidebarImage" value={image}>
          {image === 'none' ? (
            <span className={classes.plain}>
              <IconBan size={20} stroke={1.5} aria-hidden="true" />
            </span>
          ) : (
            <span className={classes.image} data-sidebar-image={image} />
          )}
        </Tile>
      ))}
    </ControlFrame>
  );
}
