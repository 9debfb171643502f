import { text } from '@giftlane/texts/text.ts';
import { SelectField } from '@giftlane/ui/form/field.tsx';

interface FilterSelectProps {
  label: string;
  value?: string | undefined;
  options: readonly (string | readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** Chooses what a list is filtered by, or anything. */
export const FilterSelect = ({ label, value = '', options, onChange }: FilterSelectProps) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    <option value="">{text('office.list.any')}</option>
    {options.map((option) => {
      const [id, name] = typeof option === 'string' ? [option, option] : option;
      return (
        <option key={id} value={id}>
          {name}
        </option>
      );
    })}
  </SelectField>
);
