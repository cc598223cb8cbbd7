import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';

type Props = {
  configuration: AppConfiguration;
  onEdit: (configuration: AppConfiguration) => void;
  onDelete: (configuration: AppConfiguration) => void;
};

/** The menu of a row: Edit and Delete (spec, section 2 "Admin app configuration"). */
export function ConfigurationRowMenu({ configuration, onEdit, onDelete }: Props) {
  return (
    <RowMenu
      label={`Actions for ${configuration.appName}`}
      actions={[
        { label: 'Edit', Icon: IconPencil, act: () => onEdit(configuration) },
        { label: 'Delete', Icon: IconTrash, act: () => onDelete(configuration), danger: true },
      ]}
    />
  );
}
