import { useMemo, type ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { textDifference, type Stretch } from './text-difference.ts';

interface Side {
  title: string;
  text: string;
  action?: ReactNode;
}

export function TwoTexts({ one, other }: { one: Side; other: Side }) {
  const difference = useMemo(() => textDifference(one.text, other.text), [one.text, other.text]);
  return (
    <div className="saving-two grid gap-4 md:grid-cols-2">
      <TextPane side={one} stretches={difference.one} kind="del" />
      <TextPane side={other} stretches={difference.other} kind="ins" />
    </div>
  );
}

function TextPane({ side, stretches, kind }: { side: Side; stretches: Stretch[]; kind: 'del' | 'ins' }) {
  const Own = kind;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 mb-1">
        <strong>{side.title}</strong>
        {side.action}
      </div>
      <div
        className="max-h-[40vh] overflow-auto p-3 border border-(--rule) bg-paper font-serif text-[0.9375rem] leading-normal whitespace-pre-wrap wrap-anywhere"
        tabIndex={0}
        role="group"
        aria-label={side.title}
      >
        {side.text === '' && <em className="admin-none">vuoto</em>}
        {stretches.map(({ text, isOwn, gap }, index) => {
          if (gap !== undefined)
            return (
              <span key={index} className="block my-1.5 text-(--faded) font-mono text-[0.8125rem]">
                {formatNumber(gap)} caratteri uguali
              </span>
            );
          if (!isOwn) return <span key={index}>{text}</span>;
          return (
            <Own
              key={index}
              className={`no-underline ${kind === 'del' ? 'bg-[#e0664f38]' : 'bg-[#58a08247]'}`}
            >
              {text}
            </Own>
          );
        })}
      </div>
    </div>
  );
}
