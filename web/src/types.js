// The documents of the API, as far as the pages read them; schema/openapi.yaml says what each member means.

/** @typedef {[number, number, number]} Vector */
/** @typedef {[number, number, number, number]} Rotation x, y, z, w */
/** @typedef {{forward: string, right: string, up: string, metres_per_unit: number}} Axes */
/** @typedef {string | Axes} Space a preset's name, or the axes themselves */
/** @typedef {'info' | 'warning' | 'error'} Severity */

/** @typedef {object} Window
 * @property {string} name
 * @property {number} start
 * @property {number} end */

/** @typedef {object} ClipEvent
 * @property {string} name
 * @property {number} time */

/** @typedef {object} ClipDerived
 * @property {number} duration
 * @property {number} sample_count
 * @property {number} travel
 * @property {number} path_length
 * @property {number} yaw
 * @property {number} height_min
 * @property {number} height_max
 * @property {number} tilt
 * @property {Vector} net
 * @property {Vector} covered */

/** @typedef {object} Clip
 * @property {string} name
 * @property {number} revision
 * @property {string} content_hash
 * @property {string} created_at
 * @property {Space} space
 * @property {number} frame_rate
 * @property {boolean} [loop]
 * @property {{positions: Vector[], rotations?: Rotation[]}} root
 * @property {Window[]} [windows]
 * @property {ClipEvent[]} [events]
 * @property {'seconds' | 'normalised'} [times]
 * @property {Record<string, string | number | boolean>} [source]
 * @property {string[]} [tags]
 * @property {string} [description]
 * @property {ClipDerived} [derived] */

/** @typedef {object} CurveSample
 * @property {number} time
 * @property {Vector} position
 * @property {Rotation} rotation
 * @property {number} yaw */

/** @typedef {object} Curve
 * @property {Space} space
 * @property {number} frame_rate
 * @property {number} duration
 * @property {number} sample_count
 * @property {CurveSample[]} samples */

/** @typedef {object} Motion
 * @property {Space} space
 * @property {number} from
 * @property {number} to
 * @property {Vector} position
 * @property {Rotation} rotation
 * @property {number} yaw
 * @property {number} travel
 * @property {number} height
 * @property {number} length
 * @property {Vector} [covered] */

/** @typedef {object} ClipEntry
 * @property {string} name
 * @property {number} revision
 * @property {string} content_hash
 * @property {string} created_at
 * @property {string[]} tags
 * @property {Space} [space]
 * @property {number} [frame_rate]
 * @property {boolean} [loop]
 * @property {number} [sample_count]
 * @property {number} [duration]
 * @property {number} [travel] */

/** @typedef {object} ProfileEntry
 * @property {string} name
 * @property {number} revision
 * @property {string} content_hash
 * @property {string} created_at
 * @property {string[]} tags
 * @property {string} clip
 * @property {number} clip_revision
 * @property {boolean} usable
 * @property {Severity | null} severity
 * @property {'reach' | 'phases'} [kind]
 * @property {string} [provider] */

/** @typedef {object} Profile  a profile as it was put, with what the server adds; the rest depends on its kind
 * @property {string} name
 * @property {number} revision
 * @property {string} content_hash
 * @property {string} created_at
 * @property {'reach' | 'phases'} kind
 * @property {string} clip
 * @property {string[]} [tags]
 * @property {string} [description]
 * @property {Record<string, unknown>} [derived] */

/** @typedef {object} Finding
 * @property {string} code
 * @property {Severity} severity
 * @property {'profile' | 'clip'} document
 * @property {string} pointer
 * @property {number | null} value
 * @property {number | null} limit
 * @property {string} advice */

/** @typedef {object} Revision
 * @property {number} revision
 * @property {string} content_hash
 * @property {string} created_at
 * @property {boolean} head
 * @property {number} [clip_revision] */

/** @typedef {object} Limits
 * @property {string} server_version
 * @property {string} commit
 * @property {number} solver_version
 * @property {number} max_document_bytes
 * @property {number} max_trajectory_samples
 * @property {number} max_name_length */

/** @template Item
 * @typedef {{items: Item[], next_cursor?: string}} Page */

/** @typedef {{pointer: string, code: string, detail: string}} FieldError */

export {};
