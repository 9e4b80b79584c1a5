import { Link } from '@tanstack/react-router';
import './ice.css';

/** Any unknown path (specification, section 8). */
export function NotFoundScreen() {
  return (
    <main className="ice">
      <title>Pagina non trovata</title>
      <div className="ice-sky" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <Horizon />
      <h1>
        <span className="sr-only">404</span>
        <Numeral />
      </h1>
      <div className="relative grid content-start justify-items-center pt-[clamp(2.5rem,9dvh,5.5rem)] px-6 pb-12 text-center">
        <svg
          className="ice-numeral absolute top-0 left-[50%] opacity-50 [filter:blur(1.5px)]! [mask-image:linear-gradient(transparent_25%,#000)] [transform:translateX(-50%)_scaleY(-0.66)] [transform-origin:50%_39.8%]"
          viewBox="0 0 640 254"
          aria-hidden="true"
        >
          <use href="#ice-block" />
        </svg>
        <p className="relative text-[clamp(1.3rem,3.6vw,1.8rem)] [text-shadow:0_0_0.8em_#0a1b2e,0_0_0.3em_#0a1b2e] text-balance">
          Questa pagina sembra persa nel ghiaccio...
        </p>
        <Link
          to="/"
          className="relative mt-6 py-[0.8rem] px-[1.6rem] border border-lamp bg-[rgb(7_18_32_/_0.6)] [font:600_1.125rem/1.4_var(--font-condensed)] tracking-[0.02em] text-lamp hover:bg-lamp hover:text-night-ink"
        >
          Torna alla Home
        </Link>
      </div>
    </main>
  );
}

function Horizon() {
  return (
    <svg
      className="absolute top-[calc(var(--shore)_-_clamp(3.5rem,9vh,7rem)_+_1px)] left-0 w-full h-[clamp(3.5rem,9vh,7rem)]"
      viewBox="0 0 1600 120"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path
        d="M0 92 90 74l70 10 120-42 66 30 84-12 110 22 96-30 74 20 120-34 92 40 70-14 118 18 94-44 86 36 110-18 100 28 100-10v46H0z"
        fill="#0d2138"
      />
      <path
        d="M0 104l160-12 130 8 170-16 150 14 190-10 160 12 200-18 150 14 180-10 110 8v26H0z"
        fill="#0a1a2d"
      />
      <path d="M1143 84v14" stroke="#35506f" strokeWidth="1.5" />
      <circle
        className="motion-safe:animate-[ice-lamp_3.2s_steps(1)_infinite]"
        cx="1143"
        cy="82"
        r="2.6"
        fill="#ffb37a"
      />
    </svg>
  );
}

function Numeral() {
  return (
    <svg className="ice-numeral" viewBox="0 0 640 254" aria-hidden="true">
      <defs>
        <linearGradient id="ice-body" x1="0" y1="0" x2="0.25" y2="1">
          <stop offset="0" stopColor="#f4fffb" />
          <stop offset="0.32" stopColor="#bfeadf" />
          <stop offset="0.68" stopColor="#5cc9a7" stopOpacity="0.75" />
          <stop offset="1" stopColor="#17304f" stopOpacity="0.85" />
        </linearGradient>
        <clipPath id="ice-shape">
          <text className="ice-digits" x="320" y="250" textAnchor="middle">
            404
          </text>
        </clipPath>
        <g id="ice-block">
          <text
            className="ice-digits"
            x="320"
            y="250"
            textAnchor="middle"
            fill="url(#ice-body)"
            stroke="#f4fffb"
            strokeOpacity="0.7"
          >
            404
          </text>
          <g clipPath="url(#ice-shape)">
            <path d="M0 0h250L120 262H0zM330 0h150L360 262H250z" fill="#fff" opacity="0.1" />
            <path
              d="M60 150 150 90l70 60-40 112H30zM400 120l90-70 90 110-60 102H420z"
              fill="#0b1a2c"
              opacity="0.14"
            />
            <g fill="none" stroke="#f4fffb" strokeWidth="1.6" strokeLinejoin="bevel">
              <path d="M186 26 172 96l30 42-22 50 14 74M172 96l-52 26-30-8M202 138l56-16" />
              <path d="M352 40l-30 66 16 48-34 40 6 68M322 106l-50-20M338 154l62 22" opacity="0.8" />
              <path d="M560 60l-58 62 20 52-36 34 12 54M502 122l-54-14M522 174l60 4" />
            </g>
          </g>
        </g>
      </defs>
      <use href="#ice-block" />
    </svg>
  );
}
