import { useId, type ReactNode } from 'react';

interface LineProps {
  label: string;
  hint: string;
  value: string;
  disabled: boolean;
  secret?: boolean;
  list?: string;
  children?: ReactNode;
  onChange(value: string): void;
}

export function Line({ label, hint, value, disabled, secret = false, list, children, onChange }: LineProps) {
  const id = useId();
  return (
    <div className="admin-field">
      <label htmlFor={id}>{label}</label>
      <div className="admin-input-row">
        <input
          id={id}
          type={secret ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          className="admin-mono"
          aria-describedby={`${id}-hint`}
          value={value}
          disabled={disabled}
          list={list}
          onChange={({ target }) => onChange(target.value)}
        />
        {children}
      </div>
      <p id={`${id}-hint`} className="admin-hint">
        {hint}
      </p>
    </div>
  );
}
