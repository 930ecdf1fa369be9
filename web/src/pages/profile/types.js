// The answers of the solver, as far as this page reads them; schema/openapi.yaml says what each member means.

/** @typedef {import('../../types.js').Vector} Vector */
/** @typedef {import('../../types.js').Rotation} Rotation */
/** @typedef {{position: Vector, rotation: Rotation}} Pose */
/** @typedef {{min: number, max: number}} Range */
/** @typedef {{name: string | null, revision: number | null, content_hash: string}} Reference  of a profile that came with the request without name and revision */
/** @typedef {{code: string, detail: string}} Warning */
/** @typedef {{name: string, time: number, elapsed: number | null, passed: boolean}} EventResult */
/** @typedef {{distance: number, angle: number}} Residual */

/** @typedef {object} WindowResult
 * @property {string} name
 * @property {number} start
 * @property {number} end
 * @property {number | null} scale
 * @property {number} elapsed_start
 * @property {number} elapsed_end */

/** @typedef {object} PhaseResult  one that has passed has no other members than `passed` and its name
 * @property {string} [name]
 * @property {boolean} passed
 * @property {Pose} start
 * @property {Pose} warp_point
 * @property {Pose} reached
 * @property {Residual} [residual]
 * @property {number} [turn_left]
 * @property {number} play_rate
 * @property {number} elapsed_start
 * @property {number} elapsed_end
 * @property {{net: Vector, covered: Vector}} total_root_motion
 * @property {string} method
 * @property {boolean} fell_back
 * @property {number} peak_weight */

/** @typedef {object} Measures
 * @property {number | null} height
 * @property {number | null} length
 * @property {number | null} approach_angle */

/** @typedef {'rejected' | 'window_passed' | 'overlapping' | 'no_travel' | 'compressed' | 'clamped' | 'in_band'} ReachVerdict */

/** @typedef {object} ReachAnswer
 * @property {'reach'} kind
 * @property {ReachVerdict} verdict
 * @property {string[]} reasons
 * @property {Pose} predicted_start
 * @property {Pose} natural_end
 * @property {number} distance_to_target
 * @property {number} stop_distance
 * @property {number} gap_to_close
 * @property {number} natural_travel
 * @property {number | null} required_scale
 * @property {number} applied_scale
 * @property {number} travel
 * @property {number} shortfall
 * @property {number | null} first_window_scale
 * @property {Pose} warp_point
 * @property {Pose} reached
 * @property {Residual} [residual]
 * @property {number} [turn_left]
 * @property {number} play_rate
 * @property {string} method
 * @property {number} peak_weight
 * @property {{target: Vector, time: number}} [lead]
 * @property {WindowResult[]} windows
 * @property {boolean} window_passed
 * @property {number} duration
 * @property {EventResult[]} events
 * @property {Warning[]} warnings
 * @property {Reference} profile
 * @property {Reference} clip
 * @property {number} solver_version */

/** @typedef {object} PhasesAnswer
 * @property {'phases'} kind
 * @property {undefined} [verdict]
 * @property {PhaseResult[]} phases
 * @property {Pose[]} [targets]
 * @property {Measures} [obstacle]
 * @property {{start: Pose, end: Pose, duration: number, events: EventResult[], clip?: Reference}} [partner]
 * @property {boolean} window_passed
 * @property {number} duration
 * @property {EventResult[]} events
 * @property {Warning[]} warnings
 * @property {Reference} profile
 * @property {Reference} clip
 * @property {number} solver_version */

/** @typedef {object} RefusalAnswer
 * @property {'phases'} kind
 * @property {'refused'} verdict
 * @property {Measures & {reason: string}} refusal
 * @property {Reference} profile
 * @property {Reference} clip
 * @property {number} solver_version */

/** @typedef {ReachAnswer | PhasesAnswer | RefusalAnswer} Answer */

/** @typedef {object} Sample
 * @property {number} elapsed
 * @property {number} clip_time
 * @property {number | null} phase
 * @property {Vector} position
 * @property {Rotation} rotation
 * @property {Pose} [authored]
 * @property {Pose} [partner] */

/** @typedef {object} Trajectory
 * @property {number} duration
 * @property {number} peak_speed
 * @property {number} peak_turn_rate
 * @property {Sample[]} samples */

/** @typedef {object} ReachTable
 * @property {number} lead_in
 * @property {number} natural_travel
 * @property {number} overlapping_to
 * @property {number} in_band_from
 * @property {number} in_band_to */

/** @typedef {{answer: Answer, trajectory: Trajectory | null, table: ReachTable | null, inputs: import('./inputs.js').Inputs, draft: Document | null}} Solved
 *  draft: what was asked in place of what is saved */

/** @typedef {Record<string, any>} Document a profile as its author writes it */

export {};
