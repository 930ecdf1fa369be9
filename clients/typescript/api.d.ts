// The types of rootwarp's API 0.1.0; generated from its contract, schema/openapi.yaml.

/** 1 to 128 characters from A-Z a-z 0-9 . _ -, the first a letter or a digit. */
export type Name = string;

/** Counts the revisions of a name from 1; never starts again. */
export type Revision = number;

/** SHA-256 of the document's canonical text: keys sorted, no space, shortest numbers, without what the server adds. */
export type ContentHash = string;

/** The client's own mark, given back as it was sent. A text of 1 to 128 bytes or a whole number. */
export type Id = (string | number);

/** `[x, y, z]` in units of the space at hand. */
export type Vector = [number, number, number];

/** `[x, y, z]` in units of the space of the answer. */
export type AnswerVector = [number, number, number];

/** A quaternion `[x, y, z, w]`, vector part first. Read: of any length but zero. Written: of unit length, w >= 0. */
export type Rotation = [number, number, number, number];

/** Where something is and how it is turned. */
export type Pose = {
  position: AnswerVector;
  rotation: Rotation;
};

/** The name of a window, event or phase; 1 to 128 bytes, no control characters. */
export type Label = string;

/** Free words to find a document by; each once. */
export type Tags = string[];

/** Free text for people, at most 2000 bytes. */
export type Description = string;

/** What window or phase times are, seconds or fractions of the clip's duration. */
export type Times = ("seconds" | "normalised");

/** A signed coordinate axis. */
export type Axis = ("+X" | "-X" | "+Y" | "-Y" | "+Z" | "-Z");

/**
 * Which way forward, right and up are, and how long a unit is: a preset by name or the axes themselves. Presets:
 * `unreal` (+X, +Y, +Z, 0.01 m), `unity` (+Z, +X, +Y, 1 m), `godot` (-Z, +X, +Y, 1 m), `gltf` (+Z, -X, +Y, 1 m),
 * `blender` (-Y, -X, +Z, 1 m).
 */
export type Space = (("unreal" | "unity" | "godot" | "gltf" | "blender") | {
  forward: Axis;
  right: Axis;
  up: Axis;
  /** Metres that one unit is long. */
  metres_per_unit: number;
});

/** A closed interval of factors, 0 < min <= max. */
export type Range = {
  /** Lower limit. */
  min: number;
  /** Upper limit; not below min. */
  max: number;
};

/**
 * One animation's root motion. The members marked read-only are added by the server; sent back in a PUT they are
 * ignored.
 */
export type Clip = {
  /** The name that the clip is stored under. */
  name?: string;
  /** Number of this revision. */
  revision?: number;
  /** Hash of the canonical text; the `ETag`. */
  content_hash?: string;
  /** When the revision was saved, RFC 3339 in UTC. */
  created_at?: string;
  /** What derives from the document alone. */
  derived?: ClipDerived;
  space: Space;
  /** Samples a second. The duration is (samples - 1) / frame_rate seconds. */
  frame_rate: number;
  /** Whether the motion repeats and adds up past the clip's end. */
  loop?: boolean;
  /** The root, one sample a frame. */
  root: {
    /** Where the root is, units of the clip's space. */
    positions: Vector[];
    /** How it is turned; as many as positions. Left out, it never turns. */
    rotations?: Rotation[];
  };
  /** Named stretches in which the root may be warped. Several may share a name. */
  windows?: {
    name: Label;
    /** Seconds or fractions, see `times`; within the clip. */
    start: number;
    /** After start; up to 0.0001 s past the clip is taken as its end. */
    end: number;
  }[];
  /** Named moments, such as the frame in which a hit lands. */
  events?: {
    name: Label;
    /** Seconds from the clip's first sample, whatever `times` says. */
    time: number;
  }[];
  times?: Times;
  /** Where the clip comes from, kept as it is. At most 64 members, texts of at most 1024 bytes. */
  source?: {
    [key: string]: (string | number | boolean);
  };
  tags?: Tags;
  description?: Description;
};

/** Measures of a clip, in units of its space. */
export type ClipDerived = {
  /** Seconds. */
  duration: number;
  /** Samples of the root. */
  sample_count: number;
  /** Horizontal distance from the first to the last sample. */
  travel: number;
  /** Length of the curve, in three dimensions. */
  path_length: number;
  /** Degrees turned about up from first to last sample, added up on the way. */
  yaw: number;
  /** Lowest point along up, relative to the first sample. */
  height_min: number;
  /** Highest point along up, relative to the first sample. */
  height_max: number;
  /** Degrees of tilt of the first sample, which rebasing takes out. */
  tilt: number;
  /** Displacement per axis of the first sample's yaw frame. */
  net: AnswerVector;
  /** Distance covered per axis of that frame, forth and back added up. */
  covered: AnswerVector;
};

/** A clip with what the server adds. `derived` is missing where the document does not compile any more. */
export type StoredClip = (Clip & Record<string, unknown>);

/**
 * How the error between the authored and the wanted end is spread. `axis`: per axis of the start frame, distance
 * covered over total. `skew`: progress along the net displacement. `path`: distance covered over total, one weight
 * for all axes. `time`: normalised time through an easing. `scale`: the horizontal motion turned and scaled whole.
 */
export type Method = ("axis" | "skew" | "path" | "time" | "scale");

/** The easing of the method `time`. */
export type Easing = ("linear" | "smoothstep" | "sine_in" | "sine_out" | "sine_in_out" | "quad_in" | "quad_out" | "quad_in_out" | "cubic_in" | "cubic_out" | "cubic_in_out" | "quart_in" | "quart_out" | "quart_in_out" | "quint_in" | "quint_out" | "quint_in_out");

/**
 * Which rotation the root has at the end. `target`: the target's. `face`: a yaw that looks at the target. `keep`:
 * as authored.
 */
export type RotationMode = ("target" | "face" | "keep");

/**
 * How the root turns there. `slerp`: by the shortest arc, in place of the authored rotation. `offset`: keeps the
 * authored rotation and adds what is missing, so that a spin still spins.
 */
export type TurnMode = ("slerp" | "offset");

/** Most degrees that the root turns in an elapsed second. Left out, there is no limit. */
export type TurnCap = number;

/** Units a second; a faster path is flagged with the warning `max_speed`, and the answer says how fast it is in `peak_speed`. Left out, there is no limit. */
export type MaxSpeed = number;

/** How a clip may be warped. All lengths are in the units of the clip's space. */
export type Profile = (ReachProfile | PhasesProfile);

/** One target, a stop distance, a scale band. */
export type ReachProfile = {
  /** The name that the profile is stored under. */
  name?: string;
  /** Number of this revision. */
  revision?: number;
  /** Hash of the canonical text; the `ETag`. */
  content_hash?: string;
  /** When the revision was saved, RFC 3339 in UTC. */
  created_at?: string;
  /** The revision of the clip that it was checked against when it was saved. */
  clip_revision?: number;
  /** What is in force where the document says nothing. */
  derived?: {
    method?: Method;
    rotation?: RotationMode;
    turn?: TurnMode;
    vertical?: Vertical;
    plane?: Plane;
  };
  /** What is doubtful about it; in the answer to a PUT. */
  findings?: Finding[];
  /** Kind of the profile. */
  kind: "reach";
  clip: Name;
  /** The name of the clip's windows to warp in. */
  window: Label;
  /**
   * By what factor the authored travel may be scaled. The lower limit only names what is below it: a target that
   * is too close gets less travel, never more.
   */
  scale_band: Range;
  /** Units added to the two radii to give the stop distance; may be negative. */
  contact_offset?: number;
  vertical?: Vertical;
  plane?: Plane;
  /** When the profile applies at all. One that fails rejects, with its name as the reason. */
  conditions?: {
    /** Degrees between the predicted forward and the target. */
    max_angle?: number;
    /** Units to the target. */
    min_distance?: number;
    /** Units to the target. Left out: any. */
    max_distance?: number;
    /** Units of height between the two. Left out: any. */
    max_height?: number;
  };
  /** Limits of the play rate. Left out, the clip plays at 1. */
  rate?: Range;
  /** Default `skew`. */
  method?: Method;
  easing?: Easing;
  /** Default `face`. */
  rotation?: RotationMode;
  /** Default `offset`. */
  turn?: TurnMode;
  turn_cap?: TurnCap;
  max_speed?: MaxSpeed;
  tags?: Tags;
  description?: Description;
};

/** The height to land at: the authored one, or the target's. Not with the plane `full`. */
export type Vertical = ("keep" | "target");

/** How distances are measured: without their component along up, or in three dimensions. */
export type Plane = ("horizontal" | "full");

/** Several target points, one a phase. */
export type PhasesProfile = {
  /** The name that the profile is stored under. */
  name?: string;
  /** Number of this revision. */
  revision?: number;
  /** Hash of the canonical text; the `ETag`. */
  content_hash?: string;
  /** When the revision was saved, RFC 3339 in UTC. */
  created_at?: string;
  /** The revision of the clip that it was checked against when it was saved. */
  clip_revision?: number;
  /** What is in force where the document says nothing. */
  derived?: {
    provider?: ProviderKind;
    /** How many phases there are. */
    phase_count?: number;
    /** In the order of the document. */
    phases?: {
      method?: Method;
      rotation?: RotationMode;
      turn?: TurnMode;
      land?: Land;
    }[];
  };
  /** What is doubtful about it; in the answer to a PUT. */
  findings?: Finding[];
  /** Kind of the profile. */
  kind: "phases";
  clip: Name;
  times?: Times;
  provider?: Provider;
  /** In order, and apart from each other. */
  phases: Phase[];
  max_speed?: MaxSpeed;
  tags?: Tags;
  description?: Description;
};

/**
 * Where the target points come from. `points`: the request gives `targets`. `obstacle`: the request gives an
 * `obstacle`. `align`: the request gives a `partner`.
 */
export type ProviderKind = ("points" | "obstacle" | "align");

/** Where the target points of the phases come from. Left out, `points`. Lengths are in the units of the clip. */
export type Provider = (PointsProvider | VaultProvider | MantleProvider | AlignProvider);

/** The request gives one target point a phase. */
export type PointsProvider = {
  /** Kind of the provider. */
  kind: "points";
};

/**
 * Over a box in three phases: near edge, far edge, landing. The entry face is the upright one that the actor is
 * furthest in front of; the near edge is the actor projected onto the top edge of that face, the far edge carried
 * straight on to the opposite one. All points look inward.
 */
export type VaultProvider = {
  /** Kind of the provider. */
  kind: "obstacle";
  /** How the box is crossed. */
  crossing: "vault";
  /** Units beyond the far edge to land. */
  landing_offset?: number;
  /** Coordinate along up, units. Left out: the actor's height. */
  landing_height?: number;
  min_height?: MinHeight;
  max_height?: MaxHeight;
  max_length?: MaxLength;
  max_approach_angle?: MaxApproachAngle;
};

/** Onto a box in two phases: near edge, as in a vault, and ledge. */
export type MantleProvider = {
  /** Kind of the provider. */
  kind: "obstacle";
  /** How the box is crossed. */
  crossing: "mantle";
  /** Units inward from the near edge to stand. */
  ledge_offset?: number;
  min_height?: MinHeight;
  max_height?: MaxHeight;
  max_length?: MaxLength;
  max_approach_angle?: MaxApproachAngle;
};

/** Units of the top above the actor; a lower box is refused as `too_low`. */
export type MinHeight = number;

/** Units of the top above the actor; a higher box is refused as `too_high`. Left out: any. */
export type MaxHeight = number;

/** Units from the entry face to the opposite one; a longer box is refused as `too_long`. Left out: any. */
export type MaxLength = number;

/** Degrees between the actor's forward and straight into the face; more is refused as `approach_angle`. */
export type MaxApproachAngle = number;

/** Beside a partner, in one phase. */
export type AlignProvider = {
  /** Kind of the provider. */
  kind: "align";
  /** Where the actor stands at the phase's end, seen from where the request places the partner. In the clip's space. */
  relative: TargetPoint;
};

/** A stretch of the clip with a target point of its own. */
export type Phase = {
  name?: Label;
  /** Clip time, seconds or fractions, see `times`; not before the end of the phase before. */
  start: number;
  /** Clip time; after start. */
  end: number;
  /** From the target point to the warp point, in the target point's own frame. Default zero. */
  translation_offset?: Vector;
  /** The same for the rotation. Default none. */
  rotation_offset?: Rotation;
  /** Limits of the play rate. Left out, the phase plays at 1. */
  rate?: Range;
  /** Switches for the axes of the phase's start frame; not with the method `scale`. */
  axes?: {
    x?: AxisSwitch;
    y?: AxisSwitch;
    z?: AxisSwitch;
  };
  /** Default `axis`. */
  method?: Method;
  easing?: Easing;
  /** Default `target`. */
  rotation?: RotationMode;
  /** Default `slerp`. */
  turn?: TurnMode;
  turn_cap?: TurnCap;
  /**
   * A point of the actor, such as a hand, that meets the target in the root's stead; in the actor's frame at
   * the phase's end, units, times the actor's scale.
   */
  anchor?: Vector;
  land?: Land;
};

/** What ends at the target point: the phase, or (last phase only) the clip. */
export type Land = ("phase" | "clip");

/** One axis of a phase. */
export type AxisSwitch = {
  /** False: the component stays as authored. */
  warp?: boolean;
  /** True: weighed by normalised time, not by distance covered. */
  linear?: boolean;
  /** False: the authored motion of the component is dropped. */
  animate?: boolean;
};

/** A profile with what the server adds. */
export type StoredProfile = (Profile & Record<string, unknown>);

/** Where a character is when the request is made. Either `rotation` or `yaw`. */
export type Actor = (unknown & {
  position: Vector;
  rotation?: Rotation;
  yaw?: Yaw;
  /** Units; of the capsule. Never times the scale. */
  radius?: number;
  /** Uniform scale of the character's motion. */
  scale?: number;
});

/** Degrees about up, positive from forward towards up x forward (the coordinate cross product). */
export type Yaw = number;

/** What a reach profile reaches for. `rotation` or `yaw`, not both, where the profile turns to the target's. */
export type Target = {
  position: Vector;
  rotation?: Rotation;
  yaw?: Yaw;
  /** Units; of the capsule. */
  radius?: number;
  /** Units a second. A target that moves is led. Default, it stands still. */
  velocity?: Vector;
};

/** The target of a phase. Either `rotation` or `yaw`. */
export type TargetPoint = (unknown & {
  position: Vector;
  rotation?: Rotation;
  yaw?: Yaw;
});

/**
 * A box that stands upright, within 1 degree. Either `rotation` or `yaw`. Its points are worked out from where the
 * actor is at the request's moment, so an actor that is over the box already is refused as `inside`: to ask again
 * halfway, take a profile with the provider `points` and the `targets` of the first answer.
 */
export type Obstacle = (unknown & {
  /** The box's centre, units. */
  position: Vector;
  rotation?: Rotation;
  yaw?: Yaw;
  /** Full extents along the box's own x, y and z, units. */
  size: [number, number, number];
});

/**
 * Whom the actor meets. Either `rotation` or `yaw`. With `clip`, or the `profile` whose clip it plays, the answer
 * holds its side too: the clip plays unwarped from where the partner is; the request's `play_rate` counts for it.
 */
export type Partner = (unknown & {
  position: Vector;
  rotation?: Rotation;
  yaw?: Yaw;
  /** Uniform scale of the partner's motion, a factor. */
  scale?: number;
  /** Seconds; the partner's clip time at the request's moment, within its clip. */
  time?: number;
  /** The clip that it plays, `name` or `name@revision`. */
  clip?: ProfileReference;
  /** The profile whose clip it plays, in place of `clip`. */
  profile?: ProfileReference;
});

/**
 * `name` for the heads of profile and clip, `name@3` for that revision with the revision of the clip that it was
 * saved against; that answer is the same for ever, for one solver version.
 */
export type ProfileReference = string;

/**
 * A stored profile by its name, or the profile itself, in the form in which PUT takes it: it is checked and
 * compiled for this request alone, against the head of the clip that it names, and not stored. What is wrong with
 * it is told as PUT tells it, with pointers behind `/profile`.
 */
export type AskedProfile = (ProfileReference | Profile);

/**
 * An actor and what it wants to reach: `target` for reach profiles, and for phases profiles what their provider
 * asks for, `targets`, an `obstacle` or a `partner`.
 */
export type ResolveRequest = {
  id?: Id;
  profile: AskedProfile;
  space?: Space;
  /** Clip time of the request, seconds; within the clip. */
  time?: number;
  /** The caller's own speed; multiplies every elapsed time's rate. */
  play_rate?: number;
  actor: Actor;
  target?: Target;
  /** One a phase, those that have passed included. */
  targets?: TargetPoint[];
  obstacle?: Obstacle;
  partner?: Partner;
};

/** Many requests at once. */
export type ResolveBatch = {
  /** At most `max_batch_items` of /v1/limits, of which at most `max_batch_profiles` hold their profile. */
  requests: ResolveRequest[];
};

/** Which profile, and how large those are that meet. */
export type ReachRequest = {
  profile: AskedProfile;
  /** Units of the clip; of the actor's capsule. */
  actor_radius?: number;
  /** Units of the clip; of the target's capsule. */
  target_radius?: number;
  /** Uniform scale of the character's motion, a factor. */
  scale?: number;
};

/** A resolve request, and which moments are wanted, `times` or `rate`. */
export type TrajectoryRequest = {
  id?: Id;
  profile: AskedProfile;
  space?: Space;
  /** Clip time of the request, seconds; within the clip. */
  time?: number;
  /** The caller's own speed; multiplies every elapsed time's rate. */
  play_rate?: number;
  actor: Actor;
  target?: Target;
  /** One a phase, those that have passed included. */
  targets?: TargetPoint[];
  obstacle?: Obstacle;
  partner?: Partner;
  /** Elapsed seconds, in any order; clamped to 0 .. duration. */
  times?: number[];
  /** Samples an elapsed second; at most 10000 samples come of it. */
  rate?: number;
  /** With rate: elapsed seconds of the first sample. */
  from?: number;
  /** With rate: elapsed seconds of the last sample. Left out: the end. */
  to?: number;
  /** Also answer the root as it would be without a warp. */
  authored?: boolean;
  /** Also answer the offset between the two. */
  offset?: boolean;
  /** Also answer where the partner is; only where there is one. */
  partner_samples?: boolean;
};

/** A resolve request and two moments. */
export type StepRequest = {
  id?: Id;
  profile: AskedProfile;
  space?: Space;
  /** Clip time of the request, seconds; within the clip. */
  time?: number;
  /** The caller's own speed; multiplies every elapsed time's rate. */
  play_rate?: number;
  actor: Actor;
  target?: Target;
  /** One a phase, those that have passed included. */
  targets?: TargetPoint[];
  obstacle?: Obstacle;
  partner?: Partner;
  /** Elapsed seconds, clamped to 0 .. duration. */
  from: number;
  /** Elapsed seconds, clamped to 0 .. duration. */
  to: number;
};

/** A resolve request, what was observed, and how far it may be off. */
export type VerifyRequest = {
  id?: Id;
  profile: AskedProfile;
  space?: Space;
  /** Clip time of the request, seconds; within the clip. */
  time?: number;
  /** The caller's own speed; multiplies every elapsed time's rate. */
  play_rate?: number;
  actor: Actor;
  target?: Target;
  /** One a phase, those that have passed included. */
  targets?: TargetPoint[];
  obstacle?: Obstacle;
  partner?: Partner;
  /** In any order; ascending is fastest. At most `max_observations` of /v1/limits. */
  observed: {
    /** Seconds after the request's moment; clamped to 0 .. duration. */
    elapsed: number;
    position: Vector;
    rotation?: Rotation;
    yaw?: Yaw;
  }[];
  /** How far an honest client may be off. Equal passes. */
  tolerance: {
    /** Units of the request's space. */
    distance: number;
    /** Degrees; 180 lets every rotation pass. */
    angle?: number;
    /** Seconds; the path counts at every moment this near. */
    time?: number;
  };
};

/** An actor, its target, and the profiles to choose from, `profiles` or a `tag`. */
export type SelectRequest = (unknown & {
  id?: Id;
  space?: Space;
  /** Clip time of the request, seconds; within the clip. */
  time?: number;
  /** The caller's own speed; multiplies every elapsed time's rate. */
  play_rate?: number;
  actor: Actor;
  target: Target;
  /** Each once. At most `max_select_profiles` of /v1/limits. */
  profiles?: ProfileReference[];
  /** Every reach profile that has this tag; more of them than `profiles` may name are 413. */
  tag?: string;
  /** Also answer the whole resolution of the first candidate. */
  resolve?: boolean;
});

/** A profile, and the clip to hold it against where that is not the stored one. */
export type ValidateRequest = {
  /** A profile document. With `clip` beside it, it need not name one. */
  profile: Record<string, unknown>;
  clip?: Clip;
};

/**
 * The first that holds. `rejected`: a condition failed. `window_passed`: asked at or after the end of the last
 * window. `overlapping`: within the stop distance already. `no_travel`: the clip has no motion to scale.
 * `compressed`: below the band. `clamped`: above the band, falls short. `in_band`.
 */
export type Verdict = ("rejected" | "window_passed" | "overlapping" | "no_travel" | "compressed" | "clamped" | "in_band");

/** What is between the warp point and where the root ends; only where there is something. */
export type Residual = {
  /** Units. */
  distance: number;
  /** Degrees. */
  angle: number;
};

/** Something to know about an answer that is valid. */
export type Warning = {
  /** What it is about. */
  code: ("no_direction" | "method_fallback" | "shortfall" | "rate_clamped" | "turn_capped" | "max_speed" | "residual");
  /** A sentence for people. */
  detail: string;
};

/** When an event happens. */
export type EventResult = {
  name: Label;
  /** Clip time, seconds. */
  time: number;
  /** Seconds after the request's moment; null when it has passed. */
  elapsed: (number | null);
  /** It was before the request's time. */
  passed: boolean;
};

/** A document that decided an answer. */
export type DocumentReference = {
  name: Name;
  revision: Revision;
  content_hash: ContentHash;
};

/** The profile that decided an answer. */
export type AnsweredProfile = {
  /** The name that it is stored under; null when it came with the request. */
  name: (string | null);
  /** Number of the revision; null when it came with the request. */
  revision: (number | null);
  content_hash: ContentHash;
};

/** Rises when any answer changes by a bit. */
export type SolverVersion = number;

/** The answer of a reach profile. Poses and lengths are in the request's space. */
export type ReachResolution = {
  id?: Id;
  /** Kind of the profile. */
  kind: "reach";
  verdict: Verdict;
  /** The conditions that failed. */
  reasons: ("max_angle" | "min_distance" | "max_distance" | "max_height")[];
  /** Where the root will be when the window opens. */
  predicted_start: Pose;
  /** Where the root would be at the window's end without a warp. */
  natural_end: Pose;
  /** Units from predicted_start to the target's centre. */
  distance_to_target: number;
  /** Units from the target's centre at which the root stops. */
  stop_distance: number;
  /** Units between the two; distance less stop distance. */
  gap_to_close: number;
  /** Units that the animator authored, times the actor's scale. */
  natural_travel: number;
  /** Gap over natural travel; null where there is no travel. */
  required_scale: (number | null);
  /** The same, limited by the band's max. */
  applied_scale: number;
  /** Units that the root travels. */
  travel: number;
  /** Units of the gap that stay open. */
  shortfall: number;
  /** For an engine that plants one target for all windows: the scale in the first that has not ended; null where that has no travel. */
  first_window_scale: (number | null);
  /** Where the root lands. Give this to an engine as its warp target, never the target itself. */
  warp_point: Pose;
  /** Where the root is at the window's end. */
  reached: Pose;
  residual?: Residual;
  /** Degrees that the turn cap left over; only where it did. */
  turn_left?: number;
  /** Speed of the clip within its windows, without the request's own. */
  play_rate: number;
  /** The method in force, after fallbacks. */
  method: Method;
  /** Largest absolute weight of the method over the span. */
  peak_weight: number;
  /** How a target that moves was led; only where it moves. */
  lead?: {
    /** Where the target will be. */
    target: AnswerVector;
    /** Elapsed seconds until then. */
    time: number;
  };
  /** The windows of the profile's name that have not ended, by start. */
  windows: {
    name: Label;
    /** Clip time, seconds. */
    start: number;
    /** Clip time, seconds. */
    end: number;
    /** What an engine that plants one target for all windows needs in this one; null where it has no travel. */
    scale: (number | null);
    /** Seconds after the request's moment. */
    elapsed_start: number;
    /** Seconds after the request's moment. */
    elapsed_end: number;
  }[];
  /** Asked at or after the end of the last window. */
  window_passed: boolean;
  /** Elapsed seconds to the clip's end; of a looping clip, to the end of the loop in which the last window ends. */
  duration: number;
  /** Only where the profile has a `max_speed`: the fastest of the whole timeline, units an elapsed second. Beyond the limit there is the warning `max_speed`. */
  peak_speed?: number;
  /** Every event of the clip. */
  events: EventResult[];
  /** What to know about the answer. */
  warnings: Warning[];
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** The answer of a phases profile. Poses and lengths are in the request's space. */
export type PhasesResolution = {
  id?: Id;
  /** Kind of the profile. */
  kind: "phases";
  /** In the order of the profile. */
  phases: PhaseResult[];
  /** The target points that the provider worked out; not with the provider `points`. */
  targets?: Pose[];
  /** How the obstacle measures; only where one was given. */
  obstacle?: {
    /** Units of its top above the actor. */
    height: number;
    /** Units from the entry face to the opposite one. */
    length: number;
    /** Degrees between the actor's forward and straight into the face. */
    approach_angle: number;
  };
  partner?: PartnerResult;
  /** Asked at or after the end of the last phase. */
  window_passed: boolean;
  /** Elapsed seconds to the clip's end; of a looping clip, to the end of the loop in which the last phase ends. */
  duration: number;
  /** Only where the profile has a `max_speed`: the fastest of the whole timeline, units an elapsed second. Beyond the limit there is the warning `max_speed`. */
  peak_speed?: number;
  /** Every event of the clip. */
  events: EventResult[];
  /** What to know about the answer. */
  warnings: Warning[];
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** The answer of a phases profile whose provider refuses the obstacle. Lengths are in the request's space. */
export type Refusal = {
  id?: Id;
  /** Kind of the profile. */
  kind: "phases";
  /** There are no phases to answer. */
  verdict: "refused";
  /** Why, and how the obstacle measures. The measures are null where it is tilted. */
  refusal: {
    /**
     * The first that holds. `tilted`: the box is not upright. `inside`: the actor stands within it, seen from
     * above. `too_low`, `too_high`, `too_long`, `approach_angle`: beyond a limit of the profile.
     */
    reason: ("tilted" | "inside" | "too_low" | "too_high" | "too_long" | "approach_angle");
    /** Units of its top above the actor. */
    height: (number | null);
    /** Units from the entry face to the opposite one. */
    length: (number | null);
    /** Degrees between the actor's forward and straight into the face. */
    approach_angle: (number | null);
  };
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** The partner's side, in the request's space. Without a clip it stands still and its duration is 0. */
export type PartnerResult = {
  /** Where it is at the request's moment. */
  start: Pose;
  /** Where its clip takes it; of a looping clip, the loop at hand. */
  end: Pose;
  /** Elapsed seconds until then. */
  duration: number;
  /** Every event of its clip. */
  events: EventResult[];
  clip?: DocumentReference;
};

/** One phase. One that has passed has no other members than `passed` and its `name`. */
export type PhaseResult = {
  name?: Label;
  /** Asked at or after its end. */
  passed: boolean;
  /** Where the root is when the phase begins. */
  start?: Pose;
  /** Where the root shall be at its end. Give this to an engine. */
  warp_point?: Pose;
  /** Where it is; the warp point itself unless a switch or a cap holds it back. */
  reached?: Pose;
  residual?: Residual;
  /** Degrees that the turn cap left over; only where it did. */
  turn_left?: number;
  /** Speed of the clip within the phase, without the request's own. */
  play_rate?: number;
  /** Seconds after the request's moment. */
  elapsed_start?: number;
  /** Seconds after the request's moment. */
  elapsed_end?: number;
  /** The clip's motion from start to end per axis of the start frame, unscaled, in the clip's units. */
  total_root_motion?: {
    /** Displacement. */
    net: AnswerVector;
    /** Distance covered, forth and back added up. */
    covered: AnswerVector;
  };
  /** The method in force, after fallbacks. */
  method?: Method;
  /** It is not the profile's. */
  fell_back?: boolean;
  /** Largest absolute weight of the method over the phase. */
  peak_weight?: number;
};

/** The answers of a batch, in the order of the requests. */
export type BatchResults = {
  /** Each has a result or a problem. */
  results: (unknown & {
    id?: Id;
    /** The answer. */
    result?: (ReachResolution | PhasesResolution | Refusal);
    problem?: Problem;
  })[];
};

/** The root over elapsed time, in the request's space. */
export type Trajectory = {
  id?: Id;
  /** Elapsed seconds of the whole timeline. */
  duration: number;
  /** Units an elapsed second, the fastest of the whole timeline. */
  peak_speed: number;
  /** Degrees an elapsed second, the fastest of the whole timeline. */
  peak_turn_rate: number;
  /** In the order of the request's times. */
  samples: Sample[];
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** One moment. */
export type Sample = {
  /** Seconds after the request's moment, as clamped. */
  elapsed: number;
  /** Clip time, seconds. */
  clip_time: number;
  /** Index of the phase, 0 within the span of a reach; null in free motion. */
  phase: (number | null);
  position: AnswerVector;
  rotation: Rotation;
  /** The root as it would be without a warp; where asked for. */
  authored?: Pose;
  /**
   * From the authored to the warped root; where asked for. Position: warped minus authored. Rotation: warped
   * times the inverse of authored.
   */
  offset?: Pose;
  /** Where the partner is; where asked for. */
  partner?: Pose;
};

/** The pose at `to` as seen from the pose at `from`. */
export type Step = {
  id?: Id;
  /** Elapsed seconds, as clamped. */
  from: number;
  /** Elapsed seconds, as clamped. */
  to: number;
  position: AnswerVector;
  rotation: Rotation;
  /** Elapsed seconds of the whole timeline. */
  duration: number;
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** What an observed track comes to. */
export type Verification = {
  id?: Id;
  /** Every observation is within the tolerances. */
  passed: boolean;
  /** How many observations are not. */
  failed: number;
  /** The largest deviations. */
  worst: {
    distance: WorstDistance;
    angle: WorstAngle;
  };
  /** One an observation, in their order. */
  deviations: {
    /** Seconds after the request's moment, as clamped. */
    elapsed: number;
    /** Units between the observed position and the nearest of the path. */
    distance: number;
    /** Degrees likewise; null where no rotation was observed. */
    angle: (number | null);
    /** Both are within the tolerances. */
    passed: boolean;
  }[];
  /** Elapsed seconds of the whole timeline. */
  duration: number;
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** The observation furthest off. */
export type WorstDistance = {
  /** Index of the observation. */
  index: number;
  /** Units. */
  value: number;
};

/** The observation turned furthest off; null where no rotation was observed. */
export type WorstAngle = ({
  /** Index of the observation. */
  index: number;
  /** Degrees. */
  value: number;
} | null);

/** The profiles that were asked, the best first. */
export type Selection = {
  id?: Id;
  /** Those that answered, in order, then those that could not be asked, in the request's order. */
  candidates: (Candidate | CandidateProblem)[];
  /** The whole answer of the first candidate, where asked for; null where there is none. */
  best?: (ReachResolution | null);
  solver_version: SolverVersion;
};

/** A profile that answered. */
export type Candidate = {
  reference: ProfileReference;
  verdict: Verdict;
  /** The verdict is in_band. */
  fits: boolean;
  /** Factor of the gap over natural travel; null where there is no travel. */
  required_scale: (number | null);
  /** The same factor, limited by the band's max. */
  applied_scale: number;
  /** Units of the gap that stay open. */
  shortfall: number;
  /** Factor by which the motion is stretched or squeezed, 1 for not at all; null where nothing can be told. */
  distortion: (number | null);
  /** The conditions that failed. */
  reasons: ("max_angle" | "min_distance" | "max_distance" | "max_height")[];
  profile: DocumentReference;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** A profile that could not be asked. */
export type CandidateProblem = {
  reference: ProfileReference;
  problem: Problem;
};

/** Distances from where the first window opens to the target's centre, in units of the clip. */
export type ReachTable = {
  space: Space;
  /** Units; as asked. */
  actor_radius: number;
  /** Units; as asked. */
  target_radius: number;
  /** Factor; as asked. */
  scale: number;
  /** Units that the root travels horizontally before the first window opens. */
  lead_in: number;
  /** Units that the animator authored, times the scale. */
  natural_travel: number;
  /** Units up to which the verdict is overlapping; the stop distance. */
  overlapping_to: number;
  /** Units from which the verdict is in_band; between the two it is compressed. */
  in_band_from: number;
  /** Units up to which it is in_band; beyond it is clamped. */
  in_band_to: number;
  profile: AnsweredProfile;
  clip: DocumentReference;
  solver_version: SolverVersion;
};

/** Root motion between two clip times, in the clip's space, as the root at `from` sees it. */
export type Motion = {
  name: Name;
  revision: Revision;
  content_hash: ContentHash;
  space: Space;
  /** Clip time, seconds. */
  from: number;
  /** Clip time, seconds. */
  to: number;
  /** Factor; as asked. */
  scale: number;
  position: AnswerVector;
  rotation: Rotation;
  /** Degrees that the rotation turns about up. */
  yaw: number;
  /** Units of horizontal displacement. */
  travel: number;
  /** Units of displacement along up. */
  height: number;
  /** Units; length of the curve, in three dimensions. */
  length: number;
  /** Distance covered per axis, forth and back added up; missing where more than one loop of the clip lies between. */
  covered?: AnswerVector;
  solver_version: SolverVersion;
};

/** A clip's root motion, rebased. */
export type Curve = {
  space: Space;
  /** Samples a second. */
  frame_rate: number;
  /** Seconds. */
  duration: number;
  /** How many samples follow. */
  sample_count: number;
  /** From the first to the clip's end. */
  samples: {
    /** Clip time, seconds. */
    time: number;
    position: AnswerVector;
    rotation: Rotation;
    /** Degrees that the rotation turns about up, added up from sample to sample. */
    yaw: number;
  }[];
};

/** How grave a finding is. error: the profile cannot do its work. */
export type Severity = ("info" | "warning" | "error");

/** Something doubtful about a profile and its clip. */
export type Finding = {
  /**
   * What it is about; stable. From `band_not_positive` on they are what keeps a profile from being saved, or
   * from fitting its clip; further ones of these are named as the codes of field errors are.
   */
  code: ((("no_travel" | "lead_in" | "untracked_gap" | "rate_extreme" | "short_window" | "duplicate_window" | "in_place" | "against_facing" | "swings_back" | "tilted_root" | "suspicious_units" | "clip_changed" | "band_not_positive" | "band_reversed" | "rate_not_positive" | "rate_reversed" | "overlapping_phases") | FieldCode) & string);
  severity: Severity;
  /** What the pointer leads into; `clip` only where a clip was sent along. */
  document: ("profile" | "clip");
  /** JSON pointer into that document; empty for the clip as a whole. */
  pointer: string;
  /** The number that was found: units of the clip's space, degrees, seconds or a factor, as the code says; null where there is none. */
  value: (number | null);
  /** What it is held against, in the unit of the value; null where there is nothing. */
  limit: (number | null);
  /** What to do. */
  advice: string;
};

/** Findings in a fixed order; empty when there are none. */
export type Findings = {
  /** In a fixed order. */
  findings: Finding[];
};

/** Findings of a stored profile and its clip. */
export type ProfileFindings = {
  profile: Name;
  profile_revision: Revision;
  clip: Name;
  clip_revision: Revision;
  /** In a fixed order. */
  findings: Finding[];
};

/** A page of clips. */
export type ClipPage = {
  /** By ascending name. */
  items: {
    name: Name;
    revision: Revision;
    content_hash: ContentHash;
    created_at: Instant;
    tags: Tags;
    space?: Space;
    /** Samples a second. */
    frame_rate?: number;
    /** Whether the motion repeats. */
    loop?: boolean;
    /** Samples of the root. */
    sample_count?: number;
    /** Seconds. */
    duration?: number;
    /** Units; horizontal distance from the first to the last sample. */
    travel?: number;
  }[];
  next_cursor?: NextCursor;
};

/** A page of profiles. */
export type ProfilePage = {
  /** By ascending name. */
  items: {
    name: Name;
    revision: Revision;
    content_hash: ContentHash;
    created_at: Instant;
    tags: Tags;
    clip: Name;
    clip_revision: Revision;
    /** Whether it fits the clip as that is now. */
    usable: boolean;
    /** The gravest of its findings; null where there are none. */
    severity: ("info" | "warning" | "error" | null);
    /** Kind of the profile; missing where it is not usable. */
    kind?: ("reach" | "phases");
    provider?: ProviderKind;
  }[];
  next_cursor?: NextCursor;
};

/** A page of a history. */
export type RevisionPage = {
  /** By ascending number. */
  items: {
    revision: Revision;
    content_hash: ContentHash;
    created_at: Instant;
    /** Whether the name stands for this revision now. */
    head: boolean;
    clip_revision?: Revision;
  }[];
  next_cursor?: NextCursor;
};

/** A piece of the change log. */
export type Changes = {
  /** By ascending version. */
  items: {
    /** The version that the catalogue had after it. */
    version: number;
    /** What was done. */
    action: ("put" | "delete" | "purge");
    /** What it was done to. */
    kind: ("clip" | "profile");
    name: Name;
    /** The one that was put; the head that was deleted; the newest that was purged. */
    revision: Revision;
    /** Of that revision. */
    content_hash: ContentHash;
    changed_at: Instant;
  }[];
  /** The `since` to go on with. */
  version: number;
  /** Whether `limit` left some out. */
  more: boolean;
};

/** What an import did, or would do. */
export type Imported = {
  /** Whether nothing was written. */
  dry_run: boolean;
  /** Of what was imported. */
  content_hash: ContentHash;
  /** Names in it. */
  names: number;
  /** Revisions in it. */
  revisions: number;
  /** Names that are new, or have new revisions or another head. */
  names_changed: number;
  /** Revisions that were missing. */
  revisions_added: number;
};

/** What a purge did. */
export type Purged = {
  /** Revisions that are gone. */
  purged: number;
  /** Revisions that stay. */
  kept: number;
};

/** What to give as `cursor` for the next page; missing on the last one. */
export type NextCursor = string;

/** RFC 3339 in UTC with milliseconds. */
export type Instant = string;

/** What this is. */
export type Root = {
  /** The product. */
  name: "rootwarp";
  /** Release of the daemon. */
  version: string;
  /** Path of the contract. */
  openapi?: string;
  /** Path of the limits. */
  limits?: string;
  /** Path of the liveness check. */
  live?: string;
  /** Path of the readiness check. */
  ready?: string;
  /** Path of the metrics. */
  metrics?: string;
};

/** The process answers. */
export type Live = {
  /** Always the same. */
  status: "ok";
};

/** Whether requests should be sent here. */
export type Ready = {
  /** Whether they should. */
  status: ("ok" | "unready");
  /** What was looked at; where something is wrong, or with `verbose`. */
  checks?: {
    /** What was looked at. */
    name: string;
    /** Whether it is well. */
    ok: boolean;
    /** A sentence for people. */
    detail: string;
  }[];
};

/** Names a token. No secret. */
export type TokenId = string;

export type TokenList = {
  items: Token[];
  /** The cursor of the next page; absent on the last. */
  next_cursor?: string;
};

export type Token = {
  id: TokenId;
  /** What somebody wrote down about it. */
  name: string;
  scopes: ("read" | "resolve" | "write" | "admin")[];
  /** Those that are kept: two while it is rotated, none once it is revoked. */
  secrets: number;
  created_at: string;
  /** Absent when it never does. */
  expires_at?: string;
  /** Absent when it is not. */
  revoked_at?: string;
  /** Noted once a minute; absent before the first time. */
  last_used_at?: string;
};

export type Audit = {
  items: AuditEntry[];
  /** Where to go on: the sequence of the last entry, or `since` when there is none. */
  last_sequence: number;
  /** Whether the limit cut the list. */
  more: boolean;
};

export type AuditEntry = {
  /** Commit order. */
  sequence: number;
  at: string;
  /** Id of the token, `anonymous` over HTTP while no token was asked for, or `local` on the data folder itself. */
  actor: string;
  /** What was done; more may be added. */
  action: string;
  /** Name of the clip or profile, or id of the token. */
  subject: string;
  /** The revision made, or the one that was the head when it was deleted. */
  revision?: number;
  /** Address of the client. */
  remote?: string;
  /** The request. */
  request_id?: string;
};

/** Limits in force and the versions that answer. */
export type Limits = {
  /** Release of the daemon. */
  server_version: string;
  /** What it was built from. */
  commit: string;
  solver_version: SolverVersion;
  /** Bytes of a request's body, but for documents. */
  max_body_bytes: number;
  /** Bytes of a body that holds a clip or profile: PUT and /v1/validate. */
  max_document_bytes: number;
  /** Bytes of an import. */
  max_import_bytes?: number;
  /** Requests of a batch. */
  max_batch_items: number;
  /** Nested arrays and objects of a body, the outermost counted. */
  max_depth?: number;
  /** Values of a body, all nested ones counted. */
  max_values?: number;
  /** Keys of one object. */
  max_keys?: number;
  /** Samples of one trajectory, or of a curve at a rate. */
  max_trajectory_samples?: number;
  /** Observed moments of one verify request. */
  max_observations?: number;
  /** Requests of a batch that hold their profile. */
  max_batch_profiles?: number;
  /** Profiles of one select request. */
  max_select_profiles?: number;
  /** Samples of a clip. */
  max_clip_samples?: number;
  /** Phases of a profile. */
  max_phases?: number;
  /** Windows of a clip. */
  max_windows?: number;
  /** Events of a clip. */
  max_events?: number;
  /** Tags of a document. */
  max_tags?: number;
  /** Bytes of a tag. */
  max_tag_bytes?: number;
  /** Bytes of the name of a window, event or phase. */
  max_label_bytes?: number;
  /** Bytes of a description. */
  max_description_bytes?: number;
  /** Bytes of a request's id. */
  max_id_bytes?: number;
  /** Entries of a page. */
  max_page_items?: number;
  /** Wrong fields that one problem names. */
  max_field_errors?: number;
  /** Connections at one time. */
  max_connections?: number;
  /** Connections of one address at one time; 0 for any number. */
  max_connections_per_address?: number;
  /** Requests begun and not answered; 0 for no limit of its own. */
  max_in_flight?: number;
  /** Requests a second of one token; 0 for any number. */
  rate_limit_per_token?: number;
  /** Requests a second of one address; 0 for any number. */
  rate_limit_per_address?: number;
  /** Requests of either at once; 0 for what a second allows. */
  rate_limit_burst?: number;
  /** Characters of a name. */
  max_name_length?: number;
  /** Bytes of path and query together. */
  max_target_bytes?: number;
  /** Headers of a request. */
  max_headers?: number;
  /** Query parameters of a request. */
  max_query_parameters?: number;
  /** Milliseconds in which the head must have arrived. */
  head_deadline_ms?: number;
  /** Milliseconds in which the body must have arrived. */
  body_deadline_ms?: number;
  /** Milliseconds in which the answer must have been taken. */
  reply_deadline_ms?: number;
  /** Milliseconds that a connection may lie idle. */
  idle_deadline_ms?: number;
  /** Milliseconds that /v1/changes waits at most. */
  max_wait_ms?: number;
  /** Milliseconds that a request waits for its X-Min-Catalog-Version. */
  version_wait_ms?: number;
  /** Whether everything that would write is refused. */
  read_only?: boolean;
};

/** What two revisions of a profile do not have in common. */
export type Difference = {
  /** The profile. */
  name: string;
  from: DifferenceSide;
  to: DifferenceSide;
  differences: {
    /** JSON pointer (RFC 6901) to the value; empty for the whole document. */
    pointer: string;
    /** The value in the one; missing where it has none. */
    before?: unknown;
    /** The value in the other; missing where it has none. */
    after?: unknown;
  }[];
};

/** One of the revisions. */
export type DifferenceSide = {
  /** Its number. */
  revision: number;
  /** The hash of its document. */
  content_hash: string;
  /** The clip's revision that it was saved against. */
  clip_revision: number;
};

/** What went wrong, after RFC 9457. */
export type Problem = {
  /** Where the code is explained: /docs/errors#code. */
  type: string;
  /** The code in words. */
  title: string;
  /** The HTTP status; within a batch the one it would have had alone. */
  status: number;
  /** What is wrong with this request, and what to do. */
  detail: string;
  /** The request's id. */
  instance?: string;
  code: ProblemCode;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Every wrong field of the body. */
  errors?: {
    /** JSON pointer (RFC 6901) into the body; empty for the whole of it. */
    pointer: string;
    code: FieldCode;
    /** What is wrong there, and what to do. */
    detail: string;
  }[];
  /** More fields are wrong than are named. */
  errors_truncated?: true;
};

/** What went wrong; a code keeps its meaning. */
export type ProblemCode = ("bad_request_target" | "bad_header" | "bad_framing" | "host_mismatch" | "cross_origin" | "headers_too_large" | "target_too_long" | "route_not_found" | "method_not_allowed" | "not_acceptable" | "unsupported_media_type" | "unsupported_encoding" | "body_required" | "body_not_allowed" | "body_too_large" | "request_timeout" | "unknown_parameter" | "invalid_parameter" | "invalid_cursor" | "name_invalid" | "revision_invalid" | "token_required" | "token_invalid" | "token_expired" | "scope_read_required" | "scope_resolve_required" | "scope_write_required" | "scope_admin_required" | "rate_limited" | "invalid_json" | "invalid_request" | "unprocessable" | "too_many_items" | "too_many_fields" | "clip_not_found" | "profile_not_found" | "revision_not_found" | "precondition_required" | "precondition_failed" | "already_exists" | "import_conflict" | "version_unknown" | "clip_in_use" | "profile_unusable" | "unsolvable" | "token_not_found" | "token_conflict" | "store_busy" | "store_unavailable" | "store_full" | "store_read_only" | "store_corrupt" | "store_locked" | "backup_elsewhere" | "store_unsuitable" | "store_too_new" | "out_of_memory" | "overloaded" | "draining" | "not_ready" | "internal");

/** What is wrong with a field; a code keeps its meaning. */
export type FieldCode = ("missing" | "null" | "wrong_type" | "not_integer" | "not_finite" | "out_of_range" | "empty" | "too_long" | "too_short" | "bad_text" | "bad_name" | "unknown_field" | "duplicate_key" | "unknown_value" | "invalid_json" | "too_deep" | "not_allowed" | "unknown_name" | "duplicate_name" | "not_positive" | "negative" | "zero_quaternion" | "zero_vector" | "not_sorted" | "count_mismatch" | "outside_clip" | "empty_window" | "overlap" | "inconsistent" | "unsupported" | "conflict" | "in_use");

/** Every operation by its name: parameters, body and answer. */
export interface Operations {
  /** GET /: The inspector; or, as JSON, what this is and where to read on */
  getRoot: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Root;
  };
  /** GET /assets/{file}: A file of the inspector */
  getAsset: {
    path: { file: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /docs: This document, as a page to read */
  getDocs: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /docs/errors: What the codes of problems mean */
  getErrorDocs: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /livez: Whether the process answers */
  getLive: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Live;
  };
  /** GET /readyz: Whether requests should be sent here */
  getReady: {
    path: undefined;
    query: { verbose?: string };
    body: undefined;
    answer: Ready;
  };
  /** GET /metrics: Metrics in the Prometheus text format */
  getMetrics: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /backup: A copy of the whole database */
  getBackup: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /openapi.json: This document, as JSON */
  getContract: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** GET /v1/limits: Limits in force, and the versions that answer */
  getLimits: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Limits;
  };
  /** GET /v1/changes: What changed after a version, and a wait for what will */
  listChanges: {
    path: undefined;
    query: { since?: number; limit?: number; wait?: number };
    body: undefined;
    answer: Changes;
  };
  /** GET /v1/export: The whole catalogue, with all revisions */
  exportCatalogue: {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** POST /v1/import: Merge an export into the catalogue */
  importCatalogue: {
    path: undefined;
    query: { dry_run?: boolean };
    body: undefined;
    answer: Imported;
  };
  /** GET /v1/clips: List clips by name */
  listClips: {
    path: undefined;
    query: { prefix?: string; tag?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: ClipPage;
  };
  /** GET /v1/clips/{name}: Read a clip */
  getClip: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: StoredClip;
  };
  /** PUT /v1/clips/{name}: Save a clip */
  putClip: {
    path: { name: Name };
    query: undefined;
    body: Clip;
    answer: StoredClip;
  };
  /** DELETE /v1/clips/{name}: Delete a clip */
  deleteClip: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /v1/clips/{name}/curve: A clip's root motion, sampled */
  getClipCurve: {
    path: { name: Name };
    query: { rate?: number; format?: ("json" | "csv"); revision?: Revision };
    body: undefined;
    answer: Curve;
  };
  /** GET /v1/clips/{name}/motion: A clip's root motion between two times */
  getClipMotion: {
    path: { name: Name };
    query: { from?: number; to?: number; scale?: number; revision?: Revision };
    body: undefined;
    answer: Motion;
  };
  /** POST /v1/clips/{name}/purge: Remove the old revisions of a clip for ever */
  purgeClip: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: Purged;
  };
  /** GET /v1/clips/{name}/revisions: The history of a clip */
  listClipRevisions: {
    path: { name: Name };
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: RevisionPage;
  };
  /** GET /v1/clips/{name}/revisions/{revision}: Read one revision of a clip */
  getClipRevision: {
    path: { name: Name; revision: Revision };
    query: undefined;
    body: undefined;
    answer: StoredClip;
  };
  /** GET /v1/profiles: List profiles by name */
  listProfiles: {
    path: undefined;
    query: { prefix?: string; tag?: string; clip?: Name; severity?: Severity; limit?: number; cursor?: string };
    body: undefined;
    answer: ProfilePage;
  };
  /** GET /v1/profiles/{name}: Read a profile */
  getProfile: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: StoredProfile;
  };
  /** PUT /v1/profiles/{name}: Save a profile */
  putProfile: {
    path: { name: Name };
    query: undefined;
    body: Profile;
    answer: StoredProfile;
  };
  /** DELETE /v1/profiles/{name}: Delete a profile */
  deleteProfile: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** GET /v1/profiles/{name}/findings: What is doubtful about a profile and its clip, as both are now */
  getProfileFindings: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: ProfileFindings;
  };
  /** GET /v1/profiles/{name}/reach: At which distances a reach profile answers what */
  getProfileReach: {
    path: { name: Name };
    query: { actor_radius?: number; target_radius?: number; scale?: number; revision?: Revision };
    body: undefined;
    answer: ReachTable;
  };
  /** POST /v1/profiles/{name}/purge: Remove the old revisions of a profile for ever */
  purgeProfile: {
    path: { name: Name };
    query: undefined;
    body: undefined;
    answer: Purged;
  };
  /** GET /v1/profiles/{name}/revisions: The history of a profile */
  listProfileRevisions: {
    path: { name: Name };
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: RevisionPage;
  };
  /** GET /v1/profiles/{name}/difference: What differs between two revisions of a profile */
  compareProfileRevisions: {
    path: { name: Name };
    query: { from: number; to?: number };
    body: undefined;
    answer: Difference;
  };
  /** GET /v1/profiles/{name}/revisions/{revision}: Read one revision of a profile */
  getProfileRevision: {
    path: { name: Name; revision: Revision };
    query: undefined;
    body: undefined;
    answer: StoredProfile;
  };
  /** POST /v1/resolve: Where the root lands, how fast the clip plays, when things happen */
  resolve: {
    path: undefined;
    query: undefined;
    body: (ResolveRequest | ResolveBatch);
    answer: (ReachResolution | PhasesResolution | Refusal | BatchResults);
  };
  /** POST /v1/trajectory: Where the root is over elapsed time */
  trajectory: {
    path: undefined;
    query: undefined;
    body: TrajectoryRequest;
    answer: Trajectory;
  };
  /** POST /v1/step: How the root moves from one moment to another */
  step: {
    path: undefined;
    query: undefined;
    body: StepRequest;
    answer: Step;
  };
  /** POST /v1/verify: Whether a track that a client reports is the motion that was resolved */
  verify: {
    path: undefined;
    query: undefined;
    body: VerifyRequest;
    answer: Verification;
  };
  /** POST /v1/select: Which of many profiles reaches a target now */
  select: {
    path: undefined;
    query: undefined;
    body: SelectRequest;
    answer: Selection;
  };
  /** POST /v1/reach: At which distances a reach profile answers what */
  reach: {
    path: undefined;
    query: undefined;
    body: ReachRequest;
    answer: ReachTable;
  };
  /** POST /v1/validate: The findings of a profile that is not saved */
  validate: {
    path: undefined;
    query: undefined;
    body: ValidateRequest;
    answer: Findings;
  };
  /** GET /v1/audit: Who changed what */
  listAudit: {
    path: undefined;
    query: { since?: number; limit?: number };
    body: undefined;
    answer: Audit;
  };
  /** GET /v1/tokens: Which tokens there are */
  listTokens: {
    path: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: TokenList;
  };
}
