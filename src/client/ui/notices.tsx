import { Toast } from 'radix-ui';
import { dismissNotice, noticeRules, useNotices } from './notice-store.ts';

/** The region where notices appear: 5 s, swipe of 50 px to dismiss, F8 to reach it. */
export function Notices() {
  const notices = useNotices();
  return (
    <Toast.Provider
      duration={noticeRules.duration}
      swipeThreshold={noticeRules.swipeThreshold}
      label="Avviso"
    >
      {notices.map((notice) => (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          onOpenChange={(open) => !open && dismissNotice(notice.id)}
          type={notice.tone === 'destructive' ? 'foreground' : 'background'}
          data-tone={notice.tone}
          className="notice grid gap-1 border-l-4 border-mint bg-night-ink p-4 pr-10 text-paper shadow-2xl data-[tone=destructive]:border-coral"
        >
          <Toast.Title className="font-mono font-semibold tracking-wide">{notice.title}</Toast.Title>
          {notice.description && (
            <Toast.Description className="font-condensed text-paper-shade">
              {notice.description}
            </Toast.Description>
          )}
          <Toast.Close
            aria-label="Chiudi l’avviso"
            className="absolute top-2 right-2 size-8 text-xl leading-none"
          >
            ×
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={[noticeRules.hotkey]}
        label="Avvisi ({hotkey})"
        className="fixed right-0 bottom-0 z-[100] m-4 grid w-[min(26rem,calc(100vw-2rem))] gap-2 outline-none"
      />
    </Toast.Provider>
  );
}
