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
    small && 'admin-button-small',
    main && 'admin-button-main',
    danger && 'admin-button-danger',
    className,
  ];
  return <button type="button" {...props} className={classes.filter(Boolean).join(' ')} />;
}
