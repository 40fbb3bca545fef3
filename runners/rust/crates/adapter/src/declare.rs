//! Declarations of operations: params, what is done with them, and results, each on a few lines.
//!
//! The crate that uses the macros depends on `hanzo-adapter` and `serde` under these names.

/// A function that registers operations, each with its name, its params and its answer.
///
/// Params are written as members with their types. A value that does not fit, a member that is
/// missing and one that is not declared answer -32602, and the operation does not run.
///
/// | written | absent | null | bound as |
/// | --- | --- | --- | --- |
/// | `name: T` | refused | refused | `T` |
/// | `name: Option<T>` | refused | `None` | `Option<T>` |
/// | `name?: T` | `None` | refused | `Option<T>` |
/// | `name?: Option<T>` | `None` | `None` | `Option<T>` |
///
/// `(..params: T)` takes the params as one value of a type that denies unknown members. An answer
/// is an expression of type `Result<R, Error>`, in which `?` works for all that turns into `Error`:
/// a [`Failure`](crate::Failure), or, after `where Error = …`, a type that turns into one.
///
/// ```
/// use hanzo_adapter::{operations, reply, Adapter, Failure};
///
/// operations! {
///     fn register;
///
///     "number.halve" (number: i64, rounded?: bool) => {
///         if number % 2 != 0 && rounded != Some(true) {
///             return Err(Failure::domain("ODD", "an odd number has no half here"));
///         }
///         reply! { half: number.div_euclid(2), rest: number % 2 != 0 }
///     };
///     "number.sum" (numbers: Vec<i64>) => reply! { sum: numbers.iter().sum::<i64>() };
/// }
///
/// let mut adapter = Adapter::new("example", "0.1.0");
/// register(&mut adapter);
/// let half = adapter.call("number.halve", &serde_json::json!({"number": 7, "rounded": true}));
/// assert_eq!(half, Ok(serde_json::json!({"half": 3, "rest": true})));
/// ```
///
/// Spec: adapter protocol, version 1.
#[macro_export]
macro_rules! operations {
    ($(#[$meta:meta])* $vis:vis fn $register:ident; $($operations:tt)+) => {
        $crate::operations! {
            $(#[$meta])* $vis fn $register where Error = $crate::Failure; $($operations)+
        }
    };
    (
        $(#[$meta:meta])* $vis:vis fn $register:ident where Error = $error:ty;
        $($name:literal ($($params:tt)*) => $answer:expr);+ $(;)?
    ) => {
        $(#[$meta])*
        $vis fn $register(adapter: &mut $crate::Adapter) {
            $($crate::__operation! { (adapter, $error, $name, $answer) $($params)* })+
        }
    };
}

/// A type inside params: an object with these members, or one of these words.
///
/// Members are written as in [`operations!`]; an array in the place of the object is refused.
///
/// ```
/// hanzo_adapter::shape! { struct Point { x: i64, label?: String } }
/// hanzo_adapter::shape! { enum Axis { Across = "x", Up = "y" } }
///
/// let point: Point = serde_json::from_str(r#"{"x": 1}"#)?;
/// assert_eq!((point.x, point.label), (1, None));
/// assert!(serde_json::from_str::<Point>("[1, null]").is_err());
/// assert!(matches!(serde_json::from_str::<Axis>("\"y\"")?, Axis::Up));
/// assert!(serde_json::from_str::<Axis>("\"Across\"").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! shape {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($members:tt)* }) => {
        $crate::__members! { __object { ($(#[$meta])* $vis $name) } [] $($members)* }
    };
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($word:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        $vis enum $name {
            $(#[doc = $text] $word,)+
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                // A derived enum would also read an object that names the word.
                let text = <::std::string::String as ::serde::Deserialize>::deserialize(from)?;
                match text.as_str() {
                    $($text => Ok(Self::$word),)+
                    _ => Err(::serde::de::Error::unknown_variant(&text, &[$($text),+])),
                }
            }
        }
    };
}

/// The result of an operation: `Ok` with these members, written in this order.
///
/// A member without a value is the variable of its name. The values are owned and serialise; they
/// go into the answer without a detour over a tree.
///
/// ```
/// # use hanzo_adapter::{reply, Failure};
/// let total = 3;
/// let result: Result<_, Failure> = reply! { total, mean: 1.5, unit: "ms" };
/// let text = serde_json::to_string(&result.unwrap())?;
/// assert_eq!(text, r#"{"total":3,"mean":1.5,"unit":"ms"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! reply {
    ($($member:ident $(: $value:expr)?),+ $(,)?) => {{
        // Each member's type is a parameter of the member's name, so none has to be written.
        #[allow(non_camel_case_types)]
        let reply = {
            #[derive(::serde::Serialize)]
            struct Reply<$($member),+> {
                $($member: $member),+
            }
            Reply { $($member $(: $value)?),+ }
        };
        Ok(reply)
    }};
}

/// One operation of [`operations!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __operation {
    (($adapter:ident, $error:ty, $name:literal, $answer:expr) .. $params:ident : $type:ty) => {
        $adapter.register($name, |$params: $type| -> Result<_, $error> { $answer });
    };
    ($operation:tt $($members:tt)*) => {
        $crate::__members! { __registered { $operation } [] $($members)* }
    };
}

/// Takes members apart, and hands each on as `{ [attributes] name type }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __members {
    ($to:ident { $with:tt } [$($done:tt)*]) => {
        $crate::$to! { $with $($done)* }
    };
    ($to:ident $with:tt [$($done:tt)*] $name:ident ? : Option<$type:ty> $(, $($rest:tt)*)?) => {
        $crate::__members! {
            $to $with [$($done)* { [#[serde(default)]] $name Option<$type> }] $($($rest)*)?
        }
    };
    ($to:ident $with:tt [$($done:tt)*] $name:ident ? : $type:ty $(, $($rest:tt)*)?) => {
        $crate::__members! {
            $to $with [$($done)* {
                [#[serde(default, deserialize_with = "::hanzo_adapter::present")]]
                $name Option<$type>
            }] $($($rest)*)?
        }
    };
    ($to:ident $with:tt [$($done:tt)*] $name:ident : $type:ty $(, $($rest:tt)*)?) => {
        $crate::__members! {
            $to $with [$($done)* {
                // Named, so that an `Option` may be null but not absent.
                [#[serde(deserialize_with = "::serde::Deserialize::deserialize")]]
                $name $type
            }] $($($rest)*)?
        }
    };
}

/// Registers an operation whose params are these members.
#[doc(hidden)]
#[macro_export]
macro_rules! __registered {
    (
        ($adapter:ident, $error:ty, $operation:literal, $answer:expr)
        $({ [$(#[$attribute:meta])*] $name:ident $type:ty })*
    ) => {{
        #[derive(::serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct __Params {
            $($(#[$attribute])* $name: $type,)*
        }
        let run = |__Params { $($name),* }| -> Result<_, $error> { $answer };
        $adapter.register($operation, run);
    }};
}

/// A struct of these members that only an object is read as.
#[doc(hidden)]
#[macro_export]
macro_rules! __object {
    (
        ($(#[$meta:meta])* $vis:vis $shape:ident)
        $({ [$(#[$attribute:meta])*] $name:ident $type:ty })*
    ) => {
        $(#[$meta])*
        $vis struct $shape {
            $($vis $name: $type,)*
        }

        impl<'de> ::serde::Deserialize<'de> for $shape {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[derive(::serde::Deserialize)]
                #[serde(deny_unknown_fields)]
                struct Members {
                    $($(#[$attribute])* $name: $type,)*
                }
                let $crate::Object(members) = ::serde::Deserialize::deserialize(from)?;
                let Members { $($name),* } = members;
                Ok(Self { $($name),* })
            }
        }
    };
}
