import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** What the form or the tab is for. */
  main?: boolean;
  small?: boolean;
  /** What cannot be taken back. */
  danger?: boolean;
}

/** A button of the panel. */
export function Button({ main, small, danger, className, ...props }: ButtonProps) {
  const classes = [
    'admin-button',
    small && 'min-h-8 py-0 px-[0.6rem] border-[#17304f66] text-[0.9375rem]',
    main && 'admin-button-main',
    danger &&
      'text-(--rust) not-disabled:hover:border-(--rust) not-disabled:hover:bg-(--rust) not-disabled:hover:text-paper',
    className,
  ];
  return <button type="button" {...props} className={classes.filter(Boolean).join(' ')} />;
}
